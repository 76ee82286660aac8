"""Secret shapes that must be gone, innocent look-alikes that must stay, and time that grows with the text.

Every secret is invented and put together here at run time, so that none stands in this file.
"""
from __future__ import annotations

import base64
import json
import re
import time
from random import Random

import pytest

from ruleprobe import redaction, redaction_commands, redaction_names
from ruleprobe.detectors import common
from ruleprobe.detectors.common import redact
from ruleprobe.redaction import MASK

AN = "Ab3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zB"
HEX = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"
LOW = "ab3de6gh9jk2mn5pq8rs1tu4vw7xy0zb"
UP = "AB3DE6GH9JK2MN5PQ8RS1TU4VW7XY0ZB"
NUM = "31415926535897932384"
UUID = HEX[:8] + "-1234-4abc-9def-" + HEX[:12]
PW = "c0rr" + "ect-H0rse"
RANDOM = AN + "q/" + LOW[:5] + "+"
B64 = base64.b64encode(b"someone:" + PW.encode()).decode()
DOT = "."


def many(text, length):
    return (text * (length // len(text) + 1))[:length]


def key_block(kind="RSA ", lines=4, end=True):
    body = "\n".join(many("MIIEowIBAAKCAQEA" + AN, 64) for _ in range(lines))
    return "-----BEGIN " + kind + "PRIVATE KEY-----\n" + body + ("\n-----END " + kind + "PRIVATE KEY-----" if end else "")


TOKENS = {
    "aws access key": "AKIA" + UP[:16], "aws temporary key": "ASIA" + UP[:16], "aws session token": "IQoJb3JpZ2lu" + "X2Vj" + many(AN, 200), "aws bedrock": "ABSK" + many(AN, 120), "aws mws": "amzn.mws." + UUID,
    "google key": "AIza" + many(AN, 35), "google oauth": "ya29." + "a0" + many(AN, 60), "google client secret": "GOCSPX-" + many(AN, 28), "google refresh": "1//0" + many(AN, 50),
    "firebase": "AAAA" + AN[:7] + ":APA91" + many(AN, 134), "azure client secret": AN[:3] + "8Q~" + many(AN, 34), "azure devops": many(AN, 76) + "AZDO" + "x1Y2",
    "digitalocean": "dop_v1_" + many(HEX, 64), "heroku": "HRKU-" + many(AN, 60), "fly": "fm2_" + many(AN, 120), "netlify": "nfp_" + many(AN, 36), "alibaba": "LTAI" + AN[:20],
    "supabase": "sbp_" + many(HEX, 40), "supabase secret": "sb_secret_" + AN, "planetscale": "pscale_tkn_" + many(AN, 43), "databricks": "dapi" + HEX, "pulumi": "pul-" + many(HEX, 40),
    "terraform cloud": AN[:14] + ".atlasv1." + many(AN, 67), "vault": "hvs." + many(AN, 90), "vault old": "s." + AN[:24], "doppler": "dp.pt." + many(AN, 43), "tailscale": "tskey-auth-" + AN[:12] + "-" + many(AN, 32),
    "openshift": "sha256~" + many(AN, 43), "swarm": "SWMTKN-1-" + many(LOW, 50) + "-" + LOW[:25], "1password": "ops_" + "eyJ" + many(AN, 200),
    "github": "ghp_" + many(AN, 36), "github oauth": "gho_" + many(AN, 36), "github user": "ghu_" + many(AN, 36), "github app": "ghs_" + many(AN, 36), "github refresh": "ghr_" + many(AN, 76),
    "github fine": "github_pat_" + AN[:22] + "_" + many(AN, 59), "gitlab": "glpat-" + AN[:20], "gitlab routable": "glpat-" + AN[:27] + ".01.1a2b3c4d5", "gitlab runner": "glrt-" + AN[:20], "gitlab trigger": "glptt-" + many(HEX, 40),
    "bitbucket": "ATBB" + AN, "atlassian": "ATATT3" + many(AN, 180), "sourcegraph": "sgp_" + many(HEX, 40), "circleci": "CCIPAT_" + many(AN, 62), "buildkite": "bkua_" + many(HEX, 40),
    "sonar": "sqp_" + many(HEX, 40), "dynatrace": "dt0c01." + UP[:24] + "." + many(UP, 64), "new relic": "NRAK-" + UP[:27], "grafana": "glsa_" + AN + "_1a2b3c4d", "sentry": "sntrys_" + many(AN, 150), "launchdarkly": "sdk-" + UUID,
    "npm": "npm_" + many(AN, 36), "pypi": "pypi-" + "AgEIcHlwaS5vcmc" + many(AN, 100), "rubygems": "rubygems_" + many(HEX, 48), "crates": "cio" + AN, "nuget": "oy2" + many(LOW, 43), "docker hub": "dckr_pat_" + AN[:27],
    "clojars": "CLOJARS_" + many(LOW, 60), "artifactory": "AKCp" + many(AN, 69),
    "stripe": "sk_live_" + AN[:24], "stripe test": "sk_test_" + AN[:24], "stripe restricted": "rk_live_" + AN[:24], "stripe webhook": "whsec_" + AN, "square": "sq0atp-" + AN[:22], "shopify": "shpat_" + HEX,
    "paypal": "access_token$production$" + LOW[:16] + "$" + HEX, "plaid": "access-production-" + UUID, "razorpay": "rzp_live_" + AN[:14], "flutterwave": "FLWSECK-" + HEX + "-X",
    "slack bot": "xoxb-" + NUM[:12] + "-" + NUM[:12] + "-" + AN[:24], "slack user": "xoxp-" + NUM[:12] + "-" + NUM[:12] + "-" + HEX, "slack app": "xapp-1-" + UP[:11] + "-" + NUM[:13] + "-" + many(HEX, 64),
    "slack cookie": "xoxd-" + many(AN, 60), "discord bot": "M" + AN[:23] + DOT + AN[:6] + DOT + many(AN, 38), "telegram": NUM[:10] + ":AA" + many(AN, 33), "twilio": "SK" + HEX, "sendgrid": "SG." + AN[:22] + DOT + many(AN, 43),
    "mailgun": "key-" + HEX, "mailchimp": HEX + "-us12", "brevo": "xkeysib-" + many(HEX, 64) + "-" + AN[:16], "resend": "re_" + AN[:8] + "_" + AN[:24], "facebook": "EAA" + many(AN, 160), "matrix": "syt_" + AN[:12] + "_" + "abcdefghijklmnopqrst" + "_" + AN[:6],
    "anthropic": "sk-ant-" + "api03-" + many(AN, 93), "openai": "sk-" + many(AN, 48), "openai project": "sk-proj-" + many(AN, 120), "openrouter": "sk-or-v1-" + many(HEX, 64), "hugging face": "hf_" + "AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh",
    "groq": "gsk_" + many(AN, 52), "xai": "xai-" + many(AN, 80), "replicate": "r8_" + many(AN, 37), "perplexity": "pplx-" + many(AN, 48), "nvidia": "nvapi-" + many(AN, 64), "pinecone": "pcsk_" + many(AN, 70), "langsmith": "lsv2_pt_" + HEX + "_" + HEX[:10],
    "tavily": "tvly-" + AN, "elevenlabs": "sk_" + many(HEX, 48), "firecrawl": "fc-" + HEX, "apify": "apify_api_" + many(AN, 36),
    "postman": "PMAK-" + HEX[:24] + "-" + many(HEX, 34), "linear": "lin_api_" + many(AN, 40), "notion": "ntn_" + many(AN, 46), "notion old": "secret_" + many(AN, 43), "airtable": "pat" + AN[:14] + "." + many(HEX, 64), "figma": "figd_" + many(AN, 40),
    "hubspot": "pat-na1-" + UUID, "contentful": "CFPAT-" + many(AN, 43), "typeform": "tfp_" + many(AN, 59), "mapbox": "sk." + "eyJ" + many(AN, 60) + "." + AN[:22], "easypost": "EZAK" + many(AN, 54),
    "web token": "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0" + "." + many(AN, 43), "web token cut short": "eyJhbGciOiJIUzI1NiIsInR5" + AN[:10], "encrypted web token": "eyJhbGciOiJSU0EifQ." + many(AN, 60) + "." + AN[:16] + "." + many(AN, 60) + "." + AN[:22],
    "age": "AGE-" + "SECRET-KEY-1" + many(UP, 58), "age cut short": "AGE-" + "SECRET-KEY-1" + UP[:20], "key without its lines": "b3BlbnNzaC1rZXktdjEA" + many("AAAA" + AN, 200), "key in base64": "LS0tLS1CRUdJTi" + "BSU0EgUFJJVkFURSBLRVk" + many(AN, 200),
    "bcrypt": "$2y$" + "10$" + many(AN, 53), "sha512 crypt": "$6$" + "rounds=5000$" + AN[:16] + "$" + many(AN, 86), "apr1": "$apr1$" + AN[:8] + "$" + AN[:22], "argon2": "$argon2id$" + "v=19$m=65536,t=3,p=4$" + AN[:22] + "$" + many(AN, 43),
    "django hash": "pbkdf2_sha256$" + "600000$" + AN[:22] + "$" + many(AN, 43) + "=", "ldap hash": "{SSHA}" + AN + "==", "mysql hash": "*" + many(HEX.upper(), 40), "scram": "SCRAM-SHA-256$" + "4096:" + AN[:22] + "==$" + many(AN, 43) + "=:" + many(AN, 43) + "=",
}

# Where a secret stands, `{}` being it. One form a line.
PLACES = """
DB_PASSWORD={}
export API_KEY={}
export API_KEY='{}'
PGPASSWORD={} psql -h db
SSHPASS={} sshpass -e ssh host
env MYSQL_PWD={} mysqldump shop
set API_TOKEN={}
$env:CLIENT_SECRET = "{}"
setx API_KEY {}
setenv API_KEY {}
set -gx API_KEY {}
[Environment]::SetEnvironmentVariable("API_KEY", "{}")
password: {}
password: "{}"
  db_password: '{}'
password: >-\\n  {}
apiKey: {}
"password": "{}"
{{"password":"{}"}}
{{"apiKey": "{}", "user": "bob"}}
{{'client_secret': '{}'}}
{{"auths":{{"reg.test":{{"auth":"{}Zz=="}}}}}}
{{"name": "DB_PASSWORD", "value": "{}"}}
{{"Key":"password","Value":"{}"}}
- name: DB_PASSWORD\\n  value: {}
- name: DB_PASSWORD\\n  value: "{}"
- POSTGRES_PASSWORD={}
ParameterKey=DBPassword,ParameterValue={}
db_password = "{}"
variable "db_password" {{ default = "{}" }}
variable "db_password" {{\\n  type = string\\n  default = "{}"\\n}}
terraform apply -var db_password={}
TF_VAR_db_password={} terraform plan
'password' => '{}',
:password => "{}",
password: '{}',
"secret" => "{}"
define('AUTH_KEY', '{}');
$password = '{}';
const apiKey = '{}';
const apiKey = `{}`;
var password string = `{}` // local
sonar-scanner --sonarLogin {}
let token: String = "{}";
private static final String API_KEY = "{}";
apiKey := "{}"
api_key: str = "{}"
os.environ.setdefault("SECRET_KEY", "{}")
os.environ["API_KEY"] = "{}"
process.env.API_KEY = "{}"
conn.setPassword("{}")
requests.get(url, auth=("bob", "{}"))
HTTPBasicAuth("bob", "{}")
SECRET_KEY_BASE={}
STRIPE_API_KEY_PROD={}
AWS_SECRET_ACCESS_KEY={}
aws_secret_access_key = {}
aws configure set aws_secret_access_key {}
"SecretAccessKey": "{}"
spring.datasource.password={}
<password>{}</password>
<password><![CDATA[{}]]></password>
<ns:Password type="x">{}</ns:Password>
<add key="ApiKey" value="{}"/>
<property name="hibernate.connection.password">{}</property>
<property name="password" value="{}"/>
<datasource user="x" password="{}"/>
Server=db;Database=shop;User Id=sa;Password={};Encrypt=yes
Server=db;Uid=sa;Pwd={};
DefaultEndpointsProtocol=https;AccountName=shop;AccountKey={}==;EndpointSuffix=core.test
Endpoint=sb://shop.test/;SharedAccessKeyName=Root;SharedAccessKey={}=
host=db user=app password={} dbname=shop
postgres://app:{}@db.test:5432/shop
postgresql+asyncpg://app:{}@db.test/shop
mysql://root:{}@localhost/shop
mongodb+srv://app:{}@cluster0.test/shop
redis://:{}@cache:6379/0
amqps://app:{}@mq.test/v
ftp://bob:{}@files.test/a
https://bob:{}@host.test/path
https:\\/\\/bob:{}@host.test\\/path
https://oauth2:{}@gitlab.test/a/b.git
https://x-access-token:{}@github.test/a/b.git
app:{}@tcp(127.0.0.1:3306)/shop
jdbc:mysql://db/shop?user=app&password={}
jdbc:oracle:thin:scott/{}@db:1521/x
sqlplus scott/{}@db
https://api.test/v1?access_token={}&page=2
https://api.test/v1?page=2&api_key={}
https://blob.test/c/f?sv=2021&sp=r&sig={}%3D
https://fn.test/api/run?code={}==
https://b.test/o?X-Amz-Date=20260101&X-Amz-Signature={}
https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/{}
curl -H "Authorization: Bearer {}" https://api.test
curl -H 'Authorization: token {}' https://api.test
curl -H "X-Api-Key: {}" https://api.test
curl -H "PRIVATE-TOKEN: {}" https://gitlab.test
curl -u bob:{} https://api.test
curl -u "bob:{}" https://api.test
curl --user bob:{} https://api.test
curl -sSLu bob:{} https://api.test
curl --proxy-user bob:{} https://api.test
curl -b "session={}" https://api.test
curl --oauth2-bearer {} https://api.test
curl -d '{{"password":"{}"}}' https://api.test
curl -d "username=bob&password={}" https://api.test
http -a bob:{} GET https://api.test
wget --password={} https://files.test
wget --http-password {} https://files.test
Authorization: Bearer {}
Authorization: {}
"Authorization": "Bearer {}"
headers["Authorization"] = "Bearer {}"
.set('Authorization', 'Bearer {}')
Proxy-Authorization: Bearer {}
X-Auth-Token: {}
x-goog-api-key: {}
Ocp-Apim-Subscription-Key: {}
DD-API-KEY: {}
X-Vault-Token: {}
Cookie: session={}; theme=dark
Set-Cookie: sid={}; Path=/; HttpOnly
mysql -u root -p{} shop
mysql -u root -p'{}' shop
mysql --password={} shop
mysqldump -uroot -p{} shop
mysqladmin -u root password {}
["mysql", "-u", "root", "-p{}"]
docker exec db mysql -uroot -p{}
docker login -u bob -p {} reg.test
docker login --username bob --password {} reg.test
echo {} | docker login -u bob --password-stdin
docker login -u bob --password-stdin <<< "{}"
docker run -e POSTGRES_PASSWORD={} postgres
docker build --build-arg NPM_TOKEN={} .
helm install app chart --set auth.password={}
helm registry login -u bob -p {} reg.test
kubectl create secret generic db --from-literal=password={}
kubectl create secret generic db --from-literal=anything={}
kubectl config set-credentials bob --token={}
sshpass -p {} ssh bob@host
sshpass -p'{}' ssh bob@host
redis-cli -h cache -a {} ping
mongosh -u app -p {} shop
psql "host=db user=app password={}"
ldapsearch -x -D cn=a -w {} -b dc=x
sqlcmd -S db -U sa -P {} -Q x
smbclient //host/share -U bob%{}
openssl rsa -in k.pem -passin pass:{} -out o.pem
openssl enc -aes-256-cbc -k {} -in a
zip -P {} a.zip b
7z x -p{} a.7z
gpg --batch --passphrase {} -d f
ssh-keygen -t ed25519 -N {} -f k
keytool -list -keystore k -storepass {}
htpasswd -bc .htpasswd bob {}
echo "bob:{}" | chpasswd
echo {} | sudo -S apt-get update
rabbitmqctl add_user bob {}
net user bob {} /add
plink -ssh bob@host -pw {}
snmpwalk -v2c -c {} host
vault login {}
vault kv put secret/shop anything={}
gh secret set DEPLOY --body "{}"
fly secrets set ANYTHING={}
aws secretsmanager create-secret --name x --secret-string {}
aws ssm put-parameter --name x --type SecureString --value {}
az keyvault secret set --name x --value {}
twine upload -u __token__ -p {} dist/x
npm config set //registry.test/:_authToken {}
//registry.test/:_authToken={}
_auth={}Zz==
poetry config http-basic.reg bob {}
cargo login {}
dotnet user-secrets set "Api:Key" "{}"
heroku config:set SECRET={}
ansible-playbook -e ansible_become_pass={} x.yml
wpa_passphrase home {}
java -Djavax.net.ssl.keyStorePassword={} -jar x.jar
tool --token {} run
tool --token={} run
tool --api-key '{}' run
tool -password {} run
ENV API_KEY {}
ENV API_KEY={}
ARG NPM_TOKEN={}
machine api.test login bob password {}
machine api.test\\n  login bob\\n  password {}
localhost:5432:shop:app:{}
[client]\\nuser=root\\npassword={}
[pypi]\\nusername = __token__\\npassword = {}
requirepass {}
CREATE USER app IDENTIFIED BY '{}';
CREATE ROLE app WITH LOGIN PASSWORD '{}';
ALTER USER app PASSWORD '{}';
SET PASSWORD FOR app = PASSWORD('{}');
ConvertTo-SecureString "{}" -AsPlainText -Force
client-key-data: {}Zz==
[Peer]\\nPresharedKey = {}=
[Interface]\\nPrivateKey = {}=
PuTTY-User-Key-File-3: x\\nPrivate-MAC: 0a1b2c3d4e5f60718293a4b5c6d7e8f9{}
| password | {} |
- **Password:** {}
the password is {}.
kind: Secret\\ndata:\\n  anything.conf: {}
{{"kind":"Secret","data":{{"anything":"{}"}}}}
contraseña: "{}"
NEXT_PUBLIC_SERVICE_ROLE_KEY={}
password -> {}
UID=u;PWD={{{}}}
smtp.login("bob", "{}")
mysqli_connect("db", "bob", "{}")
new PDO("mysql:host=db", "bob", "{}")
jwt.sign(payload, "{}")
<secret value="{}"/>
api_key: !!str {}
var apiKey string = "{}"
char password[] = "{}";
let password = String::from("{}");
ENV["API_KEY"] ||= "{}"
snmp-server community {} RO
enable secret 5 {}
username bob password 7 {}
fs.azure.account.key.shop.dfs.test={}
beeline -u jdbc:hive2://db -n bob -p {}
AUTH {}
redis-cli --pass {}
redis-cli CONFIG SET requirepass {}
passwd bob <<< {}
choco apikey -k {}
sonar-scanner -Dsonar.login={}
netlify deploy --auth {}
Bearer: {}
git push https://{}@github.test/a/b.git
curl -F "token={}" https://api.test
http POST api.test password={}
req.Header.Set("Authorization", "Bearer {}")
fetch(url, {{headers: {{Authorization: `Bearer {}`}}}})
db.createUser({{user: "bob", pwd: "{}", roles: []}})
sasl.jaas.config=x username="bob" password="{}";
vault write auth/approle/login role_id=x secret_id={}
SECRET_KEY = 'django-insecure-{}'
#define WIFI_PASSWORD "{}"
%any : PSK "{}"
"""
PLACES = [line.replace("\\n", "\n") for line in PLACES.strip().split("\n")]
# Some places take a value of their own kind.
VALUES = {"hooks.slack.com": many(AN, 24), "PuTTY": HEX, "secret_id": UUID}


def value_for(place):
    return next((value for part, value in VALUES.items() if part in place), PW.replace("-", "") + "Xy7")


def parts(secret):
    """Stretches of a secret: none may be left."""
    return [secret[at:at + 8] for at in range(0, max(len(secret) - 7, 1), 4)]


def gone(secret, text):
    out = redact(text)
    left = [part for part in parts(secret) if part in out]
    assert MASK in out and not left, out
    return out


def test_the_tables_are_large_and_hold_nothing_twice():
    assert len(TOKENS) + len(PLACES) >= 300 and len(set(PLACES)) == len(PLACES)
    assert len(INNOCENT) >= 150 and len(set(INNOCENT)) == len(INNOCENT)


@pytest.mark.parametrize("name", sorted(TOKENS))
def test_a_token_is_gone_wherever_it_stands(name):
    token = TOKENS[name]
    for text in ("{}", "use {} now", "x = '{}'", '{{"k":"{}"}}', "{}\nnext", "<{}>", "a,{},b", "(see {})", "v={};", "\\n{}\\n"):
        gone(token, text.replace("{{", "{").replace("}}", "}").replace("{}", token))


# Places in which the piece before the secret is masked with it.
MORE_IS_MASKED = ("https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/{}", "echo \"bob:{}\" | chpasswd", "SECRET_KEY = 'django-insecure-{}'")


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_gone_from_its_place_and_the_rest_stays(place):
    secret = value_for(place)
    out = gone(secret, place.format(secret))
    if place in MORE_IS_MASKED or place.startswith("PuTTY-User-Key-File-3"):
        return
    before = place.format("\0").partition("\0")[0]
    assert out.startswith(before)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("place", [p for p in PLACES if not p.startswith(("localhost:5432", "kind:", "{\"kind"))])
def test_a_secret_is_gone_from_json_inside_json(place, level):
    secret = value_for(place)
    text = place.format(secret)
    for _ in range(level):
        text = json.dumps({"content": text})
    out = redact(text)
    assert not [part for part in parts(secret) if part in out], out


SPLITS = ["\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\x1b[0m", "\x1b[38;5;196m", "\x1b]8;;\x07", "\\\n", "\\\r\n  ", "\x00", "\x08", "\ufe0f", "\U000e0041", "`\n", "^\r\n", "\\u200b", "\\x1b[1m", "\\033[0m", "\\\\\n"]


@pytest.mark.parametrize("split", SPLITS, ids=ascii)
@pytest.mark.parametrize("name", ["github", "aws access key", "anthropic", "age", "stripe"])
def test_a_split_token_is_gone(name, split):
    token = TOKENS[name]
    for at in (2, 5, 9, len(token) - 3):
        out = redact("a " + token[:at] + split + token[at:] + " b")
        assert MASK in out and token[at + 1:] not in out and token[:at] not in out.replace("[redacted]", "") and out.startswith("a ") and out.endswith(" b")


@pytest.mark.parametrize("write", [
    lambda c: "\\u%04x" % ord(c), lambda c: "\\x%02X" % ord(c), lambda c: "%%%02x" % ord(c), lambda c: "&#%d;" % ord(c), lambda c: "&#x%x;" % ord(c), lambda c: "\\%03o" % ord(c), lambda c: chr(ord(c) + 0xFEE0),
    lambda c: "\\u{%x}" % ord(c), lambda c: c if c.isalnum() else "\\" + c,
], ids=["u", "x", "percent", "entity", "hex entity", "octal", "full width", "braces", "backslash"])
@pytest.mark.parametrize("name", ["github", "gitlab", "openai project"])
def test_a_token_written_in_escapes_is_gone(name, write):
    token = TOKENS[name]
    for text in ("".join(map(write, token)), token[:6] + "".join(map(write, token[6:10])) + token[10:]):
        out = redact("key " + text + " end")
        assert out == "key [redacted] end"


def test_a_token_joined_from_quoted_pieces_is_gone():
    token = TOKENS["github"]
    for text in ('"%s" + "%s"', "'%s''%s'", '"%s"\n    "%s"', '"%s" . "%s"', "\"%s\"'%s'"):
        out = redact(text % (token[:9], token[9:]))
        assert token[:9] not in out and token[9:] not in out


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_is_gone_whole_or_cut_short(kind):
    for text in (key_block(kind), key_block(kind, end=False), key_block(kind).replace("\n", "\\n"), json.dumps(key_block(kind)), key_block(kind).replace("\n", "\n    "), key_block(kind, end=False).replace("\n", "\\n")):
        out = redact("before\n%s\nafter" % text)
        assert AN[:12] not in out and out.startswith("before") and out.endswith("after")


def test_a_pgp_key_is_gone():
    text = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\n" + "\n".join([many("lQdGBF" + AN, 64)] * 4) + "\n=aB3d\n-----END PGP PRIVATE KEY BLOCK-----"
    assert redact("a\n%s\nb" % text) == "a\n[redacted]\nb"


def test_the_end_of_a_key_is_gone_where_its_beginning_is_not_in_sight():
    text = "\n".join(key_block().split("\n")[2:])
    assert AN[:12] not in redact("cat k\n" + text + "\n$ ls")


def test_a_mention_of_a_keys_first_line_costs_no_more_than_itself():
    out = redact("grep -rn -- '-----BEGIN RSA PRIVATE KEY-----' src/ && echo found nothing at all")
    assert out == "grep -rn -- '[redacted]' src/ && echo found nothing at all"


def test_basic_authentication_is_gone():
    for text in ("Authorization: Basic %s", "curl -H 'authorization: basic %s' x", '{"Authorization": "Basic %s"}', "Basic %s"):
        assert B64 not in redact(text % B64)


def test_an_aws_secret_beside_its_id_is_gone():
    for text in ("%s,%s", "%s:%s", '"%s", "%s"', "%s\n%s"):
        assert RANDOM not in redact(text % (TOKENS["aws access key"], many(RANDOM, 40)))


def test_a_mnemonic_is_gone():
    words = "apple brick candle door engine forest garden hammer island jacket kettle ladder"
    assert words[:20] not in redact("mnemonic: " + words) and words[:20] not in redact('SEED_PHRASE="%s"' % words)


INNOCENT = r'''
password: string
token: str
def login(user, password):
def rotate(token: str) -> None:
token = get_token()
token = await client.token()
token = tokens[index]
token = response.json()["token"]
password = getpass.getpass()
password=os.environ["DB_PASSWORD"]
const token = process.env.TOKEN;
api_key = os.getenv("API_KEY")
secret: ${{ secrets.DEPLOY_KEY }}
password: {{ vault_db_password }}
password: "{{ .Values.password }}"
PASSWORD=$PASSWORD
PASSWORD="$(cat /run/secrets/db)"
TOKEN=${TOKEN:?missing}
TOKEN=`cat token.txt`
set PASSWORD=%PASSWORD%
password = var.db_password
password = "${var.db_password}"
password: !Ref DBPassword
password = @password
docker login -u bob --password-stdin
docker build --secret id=npmrc,src=.npmrc .
gcloud run deploy --set-secrets=KEY=key:latest
tool --token-file /run/token
tool --password-file=secrets/db.txt
tool --password "$PASSWORD"
tool --token $(cat token)
aws secretsmanager get-secret-value --secret-id prod/db
use the --password option to set it
pass --token to authenticate
password=""
password=''
token=None
"token": null
"password": ""
has_password: true
max_tokens=4096
max_tokens: 200000
"input_tokens": 1234, "output_tokens": 77
"cache_read_input_tokens": 15339
token_count: 12
token_type: bearer
"token_type": "Bearer"
token_url: https://auth.test/oauth/token
tokenizer = AutoTokenizer.from_pretrained("gpt2")
secretary: Jane Doe
compass=north
bypass=true
encompass: everything
passed: 12, failed: 0
PASS: test_one
PASS src/app.test.ts
pass:12 fail:0
first_pass = True
keyboard: qwerty
primary_key=id
foreign_key: user_id
cache_key: deps-v1-linux
sort_key="created_at"
public_key = load_public_key(path)
key: feature/login
"key": "ArrowDown"
key: password
secretKeyRef: {name: db, key: password}
secretName: shop-tls
valueFrom: {secretKeyRef: {name: db-credentials, key: token}}
imagePullSecrets: [{name: regcred}]
secrets: inherit
permissions: {id-token: write}
password_hash = hash_password(password)
password.length >= 8
self.token = token
this.password = password;
if token == expected_token:
if (password !== confirmPassword) {
for token in tokens:
token, err := parser.Next()
return token
connect(user=user, password=password)
login(token=token, retries=3)
new Client({ token, password });
{ user: user, password: password }
password: z.string().min(8)
password: Mapped[str] = mapped_column(String(128))
password VARCHAR(255) NOT NULL
password = models.CharField(max_length=128)
'password' => 'required|min:8',
<input type="password" name="password" autocomplete="current-password">
<label for="password">Password</label>
"password": "Password"
"password": "Please enter your password"
"token": "The token used to sign in"
"description": "API key: create one in the settings"
help="the password for the database"
The password must be at least 8 characters
Enter password:
Password:
expected token: ')'
Unexpected token: u in JSON at position 3
fix token: handle expiry in the parser
git commit -m "auth: rotate token on logout"
git commit -m "remove the secret from the tests, add password prompt"
feat(auth): add token refresh
docs: explain how to set the API key
forgot password? reset it here
a secret sauce of good tokens
fetch(url, {credentials: "include"})
credentials = Credentials.from_env()
grant_type=refresh_token
author: Jane Doe
authority = "https://login.test"
signature: (a: int) -> str
auth = HTTPBasicAuth(user, password)
API_KEY=your-api-key-here
API_KEY=<your-api-key>
"api_key": "YOUR_API_KEY"
token: xxxxxxxx
password: ********
password: [redacted]
PASSWORD=...
password: /run/secrets/db_password
key_file: /etc/ssl/private/server.key
op://vault/item/password
password: op://vault/item/password
arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop
Basic internationalization support
Basic understanding of the code
Bearer authentication is required
Bearer of bad news
Authorization: required
Set the Authorization header
Authorization: Bearer $TOKEN
-H "Authorization: Bearer ${TOKEN}"
headers = {"Authorization": f"Bearer {token}"}
Authorization: Bearer <token>
Cookie: none
curl -u "$USER:$PASS" https://api.test
curl -u bob https://api.test
curl -o out.json https://api.test/v1?page=2
git push -u origin HEAD:main
sort -u names:sorted
docker run -p 8080:80 nginx
docker compose -p shop up
mkdir -p a/b/c
cp -p a b
ssh -p 22 host
scp -P 2222 a host:b
mysql -p shop
mysql -P 3306 -h db shop
psql -p 5432 -h db
psql -h db -U app --password shop
pytest -p no:cacheprovider
patch -p1 < a.diff
ps -p 1234
tar -xpf a.tar
grep -P '\d+' file
git log -p --stat
python -m http.server -b 127.0.0.1
rsync -aP a host:b
git clone git@github.test:org/repo.git
ssh://git@host.test:22/repo.git
https://bob@host.test/repo.git
http://localhost:8080/path@v1
https://host.test/@scope/pkg:1.2
https://host.test/?page=2&code=404&sort=key
postgres://localhost:5432/shop
postgres://$USER:$PASSWORD@db/shop
postgres://<user>:<password>@db/shop
mailto:bob@host.test
nginx:1.25@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
--hash=sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
"integrity": "sha512-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08Zx1Y2w3V4u5T6s7R8q9P0o=="
golang.org/x/text v0.3.7 h1:olpwvP2KacW1ZWvsR7uQhoyTYvKAupfQrRGBFM352Gk=
550e8400-e29b-41d4-a716-446655440000
session 550e8400-e29b-41d4-a716-446655440000
toolu_01Ab3dE6gH9jK2mN5pQ8rS1t
call_Ab3dE6gH9jK2mN5pQ8rS1tU4
chatcmpl-Ab3dE6gH9jK2mN5pQ8rS1tU4vW7x
pk_live_Ab3dE6gH9jK2mN5pQ8rS1tU4
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ5i2u3Ab3dE6gH9jK2mN5pQ8rS1tU4vW bob@host
age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kdmhvq
-----BEGIN PUBLIC KEY-----
-----BEGIN CERTIFICATE-----
-----BEGIN PGP MESSAGE-----
certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ
sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpb
sk-learn-contrib/metric-learn
skip-navigation-links-for-accessibility-users
risk-based-approach-to-testing-everything
npm_config_registry=https://registry.test
npm_lifecycle_event=test
hf_hub_download("gpt2", "config.json")
AKIA is how the id of an access key begins
ghp_ is the prefix of a token
src/app.py:10:5: E501 line too long
src/auth/token.py:120: error: no attribute "secret"
12:30:45 worker-3 started
password manager, password policy, password prompt
tests/test_token_refresh.py::test_secret_rotation PASSED
from app.auth import token, secret_key
import { hashPassword } from "./password";
Options: --user NAME, --password-stdin, --auth-type TYPE
'''.strip().split("\n")



@pytest.mark.parametrize("text", INNOCENT)
def test_a_look_alike_stays(text):
    assert redact(text) == text


@pytest.mark.parametrize("name", ["secret_key", "SECRET_KEY", "secretKey", "SecretKey", "secret-key", "secret.key", "app.secretKey", "APP__SECRET_KEY", "client_secret", "clientSecret", "CLIENTSECRET", "dbpassword",
                                  "DBPASSWORD", "db-password", "Db_Password", "new_password", "password2", "PASSWORD_OLD", "access_token", "accessToken", "refresh-token", "idToken", "API-KEY", "apikey", "Api_Key", "apiKeyProd"])
def test_a_name_is_read_in_any_style(name):
    for text in ("%s=%s", "%s: %s", '"%s": "%s"', "%s = '%s'", "%s := `%s`", '%s="%s"', "--%s=%s", "<%s>%s</x>"):
        out = redact(text % (name, PW))
        assert PW not in out and name in out, out


@pytest.mark.parametrize("name", ["secret_name", "password_file", "tokenPath", "token_count", "passwordPolicy", "secretary", "keyboard", "publicKey", "cache_key", "tokenizer", "compass", "api_key_id", "PASSWORD_MIN_LENGTH"])
def test_a_name_that_is_none_leaves_its_value(name):
    for text in ("%s=%s", "%s: %s", '"%s": "%s"'):
        assert redact(text % (name, "prod/app-1.x")) == text % (name, "prod/app-1.x")


def test_what_is_masked_is_masked_once():
    for text in [place.format(value_for(place)) for place in PLACES] + list(TOKENS.values()):
        once = redact(text)
        assert redact(once) == once


def test_the_context_stays():
    token = TOKENS["github"]
    assert redact('git commit -m "rotate %s, then tell the team about the new token" && git push' % token) == 'git commit -m "rotate [redacted], then tell the team about the new token" && git push'
    assert redact("curl -sS -u bob:%s https://api.test/v1 | jq .name" % PW) == "curl -sS -u bob:[redacted] https://api.test/v1 | jq .name"
    assert redact("mysql -uroot -p%s shop -e 'select 1'" % PW) == "mysql -uroot -p[redacted] shop -e 'select 1'"
    assert PW not in redact("Cookie: sid=%s; theme=dark" % PW)


def test_a_part_is_masked_as_the_whole_would_be():
    token, filler = TOKENS["github"], "x y z\n" * 2000
    text = filler + "DB_PASSWORD=" + PW + " token " + token + "\n" + filler
    at = text.index(PW)
    for start in (at - 3, at, at + 4):
        assert PW[4:] not in redact(text, start, at + 40)
    assert redact(text, 0, 30) == text[:30] and redact(text, 5) == redact(text)[5:]
    key = filler + key_block(lines=120) + "\n" + filler
    middle = key.index("-----BEGIN") + 6000
    assert AN[:10] not in redact(key, middle, middle + 200)


FILLERS = ["x y z\n", "the quick brown fox jumps over it. ", "def f(a):\n    return [a, 'b']\n"]


@pytest.mark.parametrize("filler", FILLERS, ids=["lines", "prose", "code"])
def test_a_window_is_masked_as_the_whole_would_be(filler, monkeypatch):
    """Around every place and every token, and cut through the middle of it; with a narrow margin, which is the harder."""
    monkeypatch.setattr(redaction, "MARGIN", 512)
    padding = many(filler, 900) + "\n"
    for held in [place.format(value_for(place)) for place in PLACES] + list(TOKENS.values()):
        text = padding + held + "\n" + padding
        whole, end = redact(text), len(padding) + len(held) + 1
        assert whole.startswith(padding) and whole.endswith("\n" + padding)
        assert redact(text, len(padding) - 90, end + 90) == whole[len(padding) - 90:len(whole) - len(padding) + 90]
        masked, cut = whole[len(padding):-len(padding)], len(padding) + len(held) // 2
        for part in (redact(text, cut, end), redact(text, len(padding), cut)):
            assert all(piece in masked or piece in MASK for piece in part.split(MASK)), (held, part)


def test_a_window_in_the_middle_of_a_long_secret_shows_none_of_it():
    token = "eyJhbGciOiJIUzI1NiJ9." + many(AN, 14000)
    text = "x " * 3000 + token + " y" * 3000
    for start in range(6000, 6000 + len(token), 900):
        shown = redact(text, start, start + 600)
        assert AN[:8] not in shown and MASK in shown


def everything(monkeypatch):
    """Switch off all that spares a text a closer look."""
    monkeypatch.setattr(redaction, "_by_sign", lambda: [("", [([""], [place for _, _, place in redaction._PLACES])])])
    monkeypatch.setattr(redaction, "_ID", re.compile(r"(?!)"))
    monkeypatch.setattr(redaction, "_MAY_ESCAPE", re.compile(""))
    monkeypatch.setattr(redaction, "_SHORTEST", 0)
    monkeypatch.setattr(redaction_commands, "_may_tell", lambda words: True)
    monkeypatch.setattr(redaction_names, "hints", lambda letters: (m.span() for m in re.finditer(ANY_HINT, letters)))


ANY_HINT = "|".join(form.pattern for _, form in redaction_names._HINTS)


def test_what_is_spared_a_closer_look_holds_no_secret(monkeypatch):
    chance = Random(9)
    held = [place.format(value_for(place)) for place in PLACES] + list(TOKENS.values()) + INNOCENT
    texts = held + ["3:" + token for token in TOKENS.values()] + ["\u0130 " + text.replace("s", "\u017f", 1).replace("k", "\u212a", 1).replace("i", "\u0131", 1) for text in held]
    for _ in range(1500):
        words = (chance.choice(held) + " " + chance.choice(held)).split(" ")
        texts.append(" ".join(chance.sample(words, len(words))))
    quick = list(map(redact, texts))
    everything(monkeypatch)
    assert quick == list(map(redact, texts))


def test_a_folded_text_is_as_long_and_has_the_letters_a_pattern_takes():
    text = "".join(map(chr, range(0x110000)))
    letters = redaction_names.folded(text)
    assert len(letters) == len(text)
    assert all("a" <= letters[m.start()] <= "z" for m in re.finditer("(?i)[a-z]", text))


def test_no_hint_begins_as_another_or_overlaps_itself():
    hints = [hint for hint, _ in redaction_names._HINTS]
    assert not [(a, b) for a in hints for b in hints if a != b and a.startswith(b)]
    assert not [a for a in redaction_names._LETTERS for n in range(1, len(a)) if a.endswith(a[:n])]


HOSTILE = ["curl -u ", "mysql -p -p", "a ", "--password ", "--password 'a", "x -p", "token=", 'token="', "password: ", "\\\\", "\\u0041", "a://x:", "http://a:b", "bearer ", "authorization: ", "cookie: a=b; ", "eyJabcdefgh-",
           "eyJabcdefgh.", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "PRIVATE KEY", "QUJD", "\n", "data:\n a: b\n kind: Secret\n", "echo a|", '"name": "password", ', "<password ", '"', "'+'", "\u200b", "\x1b[31m",
           "%41", "key", " ", "a.", "machine a login b ", "?token", "sig=", "with password ", "`", "-", "=", "a:1:b:c:", '"kty""d":"', "curl -u a:", 'tokens: ["a", ', "\0", "passwordpassword_", "\x1b]", "auth=('a',", "a.b.c/",
           "token | ", "kubectl --from-literal ", "&#65;", "$2a$", "sk-", "glpat-", "12345678:", "password(", "variable \"password\" {\n", "<password>", "s3cr3t-"]


@pytest.mark.parametrize("unit", HOSTILE, ids=ascii)
def test_the_time_grows_with_the_text(unit):
    def seconds(length):
        text, best = many(unit, length), 9.0
        for _ in range(2):
            begin = time.process_time()
            redact(text)
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(16384), seconds(65536)
    assert large < 2 and large < 8 * max(small, 0.004)


def test_exact_shapes_are_always_masked():
    for head, pattern in common._secrets():
        assert any(redaction.redact(token, pattern) != token for token in list(TOKENS.values()) + [key_block(k) for k in ("", "RSA ")] + ["-----BEGIN PGP PRIVATE KEY BLOCK-----"]), head
