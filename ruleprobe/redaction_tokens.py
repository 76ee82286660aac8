"""Secrets whose shape alone tells them: vendors' tokens, password hashes, beginnings of keys (literals only).

Each pattern begins with what its issuer puts there, or holds a mark of its own. None may match across a line.
Public ids and keys (``pk_live_``, ``age1``, ``ssh-ed25519 AAAA``) are no secrets and are not here.
"""

CLOUD = (
    r"A(?:KIA|SIA|BIA|CCA|IDA|ROA|GPA|IPA|NPA|NVA|3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])",
    r"ABSK[A-Za-z0-9+/]{60,200}={0,2}", r"(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=%]{20,4000}", r"amzn\.mws\.[0-9a-f-]{36}",
    r"AIza[A-Za-z0-9_-]{35}", r"ya29\.[A-Za-z0-9_-]{20,2000}", r"GOCSPX-[A-Za-z0-9_-]{20,40}", r"1//0[A-Za-z0-9_-]{40,200}",
    r"AAAA[A-Za-z0-9_-]{7}:APA91[A-Za-z0-9_-]{80,300}",
    r"[A-Za-z0-9_~.-]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}", r"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}", r"[A-Za-z0-9+/]{76}(?:\+ASt|\+ABa|ACDb|\+AMC)[A-Za-z0-9+/]{5,6}={0,2}",
    r"do[opr]_v1_[a-f0-9]{64}", r"HRKU-[A-Za-z0-9_-]{36,70}", r"fm[12]_[A-Za-z0-9+/=_-]{40,1000}", r"fo1_[A-Za-z0-9_-]{40,64}", r"rnd_[A-Za-z0-9]{28,40}",
    r"nf[pcoub]_[A-Za-z0-9]{36,40}", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{146}", r"cf(?:ut|at|k)_[A-Za-z0-9]{40,64}", r"vercel_blob_rw_[A-Za-z0-9_]{30,80}",
    r"LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])", r"AKID[A-Za-z0-9]{32}", r"SCW[A-Z0-9]{17}(?![A-Za-z0-9])", r"t1\.[A-Za-z0-9_=-]{8,100}\.[A-Za-z0-9_-]{80,90}",
    r"sbp_[0-9a-f]{40}", r"sb_secret_[A-Za-z0-9_-]{20,64}", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}", r"npg_[A-Za-z0-9]{12,40}", r"napi_[a-z0-9]{40,80}",
    r"dapi[0-9a-f]{32}", r"AVNS_[A-Za-z0-9_-]{16,40}", r"pul-[0-9a-f]{40}", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}", r"hv[sbr]\.[A-Za-z0-9_-]{20,500}",
    r"s\.[A-Za-z0-9]{24}(?![A-Za-z0-9.(])", r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,64}", r"st\.[0-9a-f]{24}\.[0-9a-f.]{32,100}",
    r"ops_eyJ[A-Za-z0-9_-]{50,4000}", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    r"tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9-]{16,80}", r"sha256~[A-Za-z0-9_-]{43}", r"K10[0-9a-f]{64}::[a-z]{2,12}:[0-9a-f]{16,64}",
    r"SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}", r"pat\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}",
)

HOSTING = (
    r"gh[pousr]_[A-Za-z0-9]{20,255}", r"github_pat_\w{30,255}", r"GR1348941[A-Za-z0-9_-]{20}",
    r"gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent|oas|ffct|rtr|wt)-[A-Za-z0-9_.-]{16,320}",
    r"AT(?:ATT3|CTT3|BB|OT|TA)[A-Za-z0-9_=-]{20,255}", r"sgp_(?:(?:[a-f0-9]{16}|local)_)?[a-f0-9]{40}", r"slk_[a-f0-9]{64}",
    r"CCI(?:PAT|PRJ)_[A-Za-z0-9_]{30,90}", r"bk(?:ua|aj|ct)_[A-Za-z0-9]{32,60}", r"sq[apu]_[0-9a-f]{40}", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
    r"NR(?:AK|JS|II|RA|AA)-[A-Za-z0-9]{19,40}", r"gl(?:c|sa)_[A-Za-z0-9_=+/-]{32,400}", r"sntry[su]_[A-Za-z0-9_=+/-]{40,400}", r"hc[a-z]ik_[a-z0-9]{40,60}",
    r"phx_[A-Za-z0-9]{32,64}", r"sdk-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", r"api-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", r"tk-us-[A-Za-z0-9_-]{48}", r"API-[A-Z0-9]{25,32}(?![A-Za-z0-9])",
)

REGISTRIES = (
    r"npm_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])", r"pypi-[A-Za-z0-9_-]{50,400}", r"rubygems_[0-9a-f]{40,64}", r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    r"oy2[a-z0-9]{43}(?![a-z0-9])", r"dckr_[op]at_[A-Za-z0-9_-]{20,64}", r"CLOJARS_[a-z0-9]{60}", r"AKCp[A-Za-z0-9]{60,80}", r"cmVmdGtuO[A-Za-z0-9+/=]{40,100}",
    r"EZ[AT]K[A-Za-z0-9]{54}",
)

PAYMENT = (
    r"sk_(?:org_)?(?:live|test|prod)_[A-Za-z0-9_]{10,255}", r"[re]k_(?:live|test|prod)_[A-Za-z0-9_]{10,255}", r"whsec_[A-Za-z0-9+/=]{20,128}", r"sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}",
    r"EAAA[A-Za-z0-9_-]{56,64}", r"EAA[A-Za-z0-9]{80,300}", r"shp(?:at|ss|ca|pa|ua|pka)_[A-Fa-f0-9]{32}", r"rzp_(?:live|test)_[A-Za-z0-9]{14,40}",
    r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}", r"access-(?:sandbox|development|production)-[0-9a-f-]{36}",
    r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{12,40}-X", r"pdl_(?:live|sdbx)_apikey_[A-Za-z0-9_]{30,100}", r"live_[A-Za-z0-9]{30,60}(?![A-Za-z0-9_])",
    r"shippo_(?:live|test)_[a-f0-9]{40}", r"duffel_(?:test|live)_[A-Za-z0-9_-]{43}",
)

MESSAGING = (
    r"xox[abeoprscd](?:\.xox[abeoprs])?-[A-Za-z0-9-]{10,400}", r"xapp-[0-9]-[A-Za-z0-9-]{20,255}",
    r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,34}", r"mfa\.[A-Za-z0-9_-]{80,90}",
    r"SK[0-9a-f]{32}(?![0-9a-f])", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}", r"(?<![_-])key-[0-9a-f]{32}(?![0-9a-f])", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-f-])",
    r"[0-9a-f]{32}-us[0-9]{1,2}(?![0-9])", r"x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}", r"re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,30}", r"syt_[A-Za-z0-9]{2,60}_[A-Za-z]{10,30}_[A-Za-z0-9]{4,8}",
    r"AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,120}", r"IGQ[A-Za-z0-9_-]{60,300}",
)

MODELS = (
    r"sk-(?:ant|proj|svcacct|admin|or|lf|None|helicone|service)-[A-Za-z0-9_-]{20,400}", r"sk-[A-Za-z0-9]{20,100}(?![A-Za-z0-9_-])", r"csk-[a-z0-9]{40,64}", r"sk_[0-9a-f]{48}",
    r"hf_[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])", r"api_org_[A-Za-z0-9]{30,40}", r"gsk_[A-Za-z0-9]{40,64}", r"xai-[A-Za-z0-9]{60,100}", r"r8_[A-Za-z0-9]{37}", r"pplx-[A-Za-z0-9]{40,64}",
    r"nvapi-[A-Za-z0-9_-]{50,80}", r"tgp_v1_[A-Za-z0-9_-]{40,64}", r"fw_[A-Za-z0-9]{20,40}(?![A-Za-z0-9_])", r"pcsk_[A-Za-z0-9_]{40,100}", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,64}",
    r"fc-[0-9a-f]{32}(?![0-9a-f])", r"jina_[A-Za-z0-9_-]{50,70}", r"e2b_[0-9a-f]{40}", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}", r"esecret_[A-Za-z0-9]{20,60}", r"rpa_[A-Z0-9]{30,60}",
    r"apify_api_[A-Za-z0-9]{30,50}", r"bb_live_[A-Za-z0-9_-]{20,50}", r"crsr_[0-9a-f]{40,64}", r"wandb_v1_[A-Za-z0-9_]{40,100}", r"AQ\.[A-Za-z0-9_-]{40,80}",
)

SERVICES = (
    r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}", r"ntn_[A-Za-z0-9]{40,50}", r"secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])", r"fig[du]_[A-Za-z0-9_-]{36,64}",
    r"pat-(?:na|eu|ap)[0-9]-[0-9a-f-]{36}", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}", r"CFPAT-[A-Za-z0-9_-]{43}", r"tfp_[A-Za-z0-9_.=-]{40,64}", r"00D[A-Za-z0-9]{12,15}![A-Za-z0-9_.]{60,120}",
    r"1000\.[0-9a-f]{32}\.[0-9a-f]{32}", r"sl\.[A-Za-z0-9_-]{60,2000}", r"rdme_[a-z0-9]{70}", r"pnu_[A-Za-z0-9]{36}", r"sk\.eyJ[A-Za-z0-9_-]{20,300}\.[A-Za-z0-9_-]{16,100}",
    r"fio-u-[A-Za-z0-9_=-]{64}", r"xprv[A-Za-z0-9]{100,115}",
)

# Signed and encrypted web tokens, whole or cut short, and keys in their text forms without their marker lines.
KEYS = (
    r"eyJ[A-Za-z0-9_-]{8,2000}\.(?:eyJ)?[A-Za-z0-9_-]{8,16000}(?:\.[A-Za-z0-9_-]{0,8000}){0,3}",
    r"eyJ(?:hbGciOi|0eXAiOi|raWQiOi|lbmMiOi|hIjoi|2ZXIi|qdGki|hdWQi|pc3Mi|zdWIi|leHAi|rIjoi)[A-Za-z0-9_=-]{8,8000}",
    r"AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{6,200}",
    r"b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/=]{8,8000}", r"MI[A-Za-z0-9+/]{2,6}IBA(?:AKB|AKC|DAN)[A-Za-z0-9+/=]{8,8000}", r"M[CHI][A-Za-z0-9+/]{1,4}AgEA[A-Za-z0-9+/=]{20,8000}",
    r"MHcCAQEEI[A-Za-z0-9+/=]{20,8000}", r"MC4CAQAwBQYDK2Vw[A-Za-z0-9+/=]{20,200}", r"MI[GIH][A-Za-z0-9+/]{1,4}CAQAw[A-Za-z0-9+/=]{20,8000}",
    r"LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURSBLRVk|BQUklWQVRFIEtFWS|BPUEVOU1NIIFBSSVZBVEUgS0VZ|BFQyBQUklWQVRFIEtFWS|BEU0EgUFJJVkFURSBLRVk|BFTkNSWVBURUQgUFJJVkFURSBLRVk|BQR1AgUFJJVkFURSBLRVk)"
    r"[A-Za-z0-9+/=]{0,16000}",
)

HASHES = (
    r"\$(?:2[abxy]|1|5|6|7|y|gy|apr1|md5|sha1|argon2(?:i|d|id)|scrypt|pbkdf2[a-z0-9-]{0,12}|P|H)\$[./A-Za-z0-9$=,+-]{16,300}",
    r"pbkdf2_sha[0-9]{1,3}\$[0-9]{1,8}\$[A-Za-z0-9]{4,64}\$[A-Za-z0-9+/=]{20,100}", r"bcrypt(?:_sha256)?\$\$2[aby]\$[./A-Za-z0-9$]{40,70}",
    r"\{S?SHA(?:256|512)?\}[A-Za-z0-9+/=]{20,140}", r"\{CRYPT\}[./A-Za-z0-9$]{10,140}", r"SCRAM-SHA-(?:1|256)\$[0-9]{1,8}:[A-Za-z0-9+/=]{8,64}\$[A-Za-z0-9+/=:]{40,140}",
    r"\*[0-9A-F]{40}(?![0-9A-Fa-f])", r"aad3b435b51404ee[0-9a-f]{16}:[0-9a-f]{32}", r"scrypt:[0-9]{1,8}:[0-9]{1,3}:[0-9]{1,3}\$[A-Za-z0-9]{4,40}\$[0-9a-f]{40,140}",
    r"pbkdf2:sha[0-9]{1,3}:[0-9]{1,8}\$[A-Za-z0-9]{4,40}\$[0-9a-f]{40,140}",
)

TOKENS = CLOUD + HOSTING + REGISTRIES + PAYMENT + MESSAGING + MODELS + SERVICES + KEYS + HASHES
