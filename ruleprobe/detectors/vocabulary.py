"""The words the catalog's patterns are written in: literals only, imports nothing.

A sentence is brought to one plain form first: lower case, straight quotes, no marks, and the
``REWRITES`` in order (pattern, replacement), after which every prohibition is ``never`` and every "make
sure that" is ``ensure``. What a sentence may open with before it says anything (``LEADS``) is then taken off.
The ``TERMS`` an entry names are then put in place of what they match (``<tests>``), so that a pattern
reads as the rule does. In patterns and terms ``{name}`` stands for the alternatives of ``PARTS`` or
``MOMENTS``. No alternative nests one unbounded repetition in another.

``VETOES`` are searched in the whole sentence: questions, permissions, exceptions, quotations. Under a
label that ``SILENT_LABELS`` match nothing binds; under one of ``NEGATIVE_LABELS`` a sentence is read
with ``never`` before it, unless one of ``POSITIVE_LABELS`` stands nearer.
"""

REWRITES = (
    (r"\b(you|we|they)'re\b", r"\1 are"),
    (r"\b(you|we|they|i)'ve\b", r"\1 have"),
    (r"\b(you|we|they|it)'ll\b", r"\1 will"),
    (r"\b(it|that|there)'s\b", r"\1 is"),
    (r"\b(is|are|was|has|have|does|did)n't\b", r"\1 not"),
    (r"\bw/o\b", "without"),
    (r" & ", " and "),
    (r"([\"'])(?<![\w\"'].)([^\s\"']+)\1(?![\w\"'])", r"\2"),
    (r"\b(?:do|does|did)(?: not|n't|nt) (?:need|have) to\b|\bneed not\b|\bneedn't\b|\bnot (?:need|have) to\b", "need not"),
    (r"\b(?:do|does|did)(?: not|n't) (?:require|mean)\b", "need not"),
    (r"\b(?:make|be|take) (?:very |absolutely )?(?:sure|careful|care|certain)(?: that you)? (?:not to|to never|to not|never to|never|do not|don't)\b", "never"),
    (r"\b(?:(?:it is|you are|we are|agents are|(?<=s )are) )?(?:strictly |explicitly |absolutely |expressly )?(?:forbidden|prohibited|not allowed|not permitted|disallowed)(?: to| from)\b", "never"),
    (r"\b(?:should|must|shall|is to|are to|has to|have to|needs? to)(?: always)? be avoided\b", "is forbidden"),
    (r"\bno ((?:[\w./-]+,? ){1,5}?)(?:may|can|must|shall|should)(?: ever)? be\b", r"\1never be"),
    (r"\b(?:it is )?(?:forbidden|prohibited|not allowed|not permitted|not ok|not acceptable|unacceptable) that ((?:[\w./-]+,? ){1,5}?)(?:is|are|be|gets?)\b", r"\1never be"),
    (r"\b(?:it )?(?:(?:must|may|should|can|shall) (?:not|never) |never )(?:ever )?(?:happen|occur|be the case) that ((?:[\w./-]+,? ){1,5}?)(?:is|are|be|gets?)\b", r"\1never be"),
    (r"\bthere (?:is|are|(?:must|should|will|shall|can|may) be)(?: to be)? no\b", "no"),
    (r"\bno ((?:[\w'./‹›-]+ ){1,7}?)(?:is|are) (?:ever )?(?:permitted|allowed|accepted|acceptable|tolerated)\b", r"never \1"),
    (r"\b(?:may|might) not be\b", "never be"),
    (r"(?<!never )(?<!not )(?<!n't )(?<!to )\b(?:stop|quit|cease) (?=(?:using|running|calling|committing|skipping|bypassing|force-pushing|force pushing|installing|dumping|passing|pushing|disabling|cat)\b)", "never "),
    (r"\b(\w+) neither\b|\bneither (\w+) nor\b", r"never \1\2"),
    (r"\b(?:to not|never to|^not to|please not to)(?= \w)", "never"),
    (r"\b(?:refuse|decline) to\b|\bresist(?: (?:the |any |every )?(?:urge|temptation|impulse)s? (?:to|of)\b|\b(?= \w+ing\b))|\b(?:abstain|desist) from\b", "never"),
    (r"\b(?:(?:it|this) )?(?:is )?(?:(?:not|never) (?:(?:ever|at all) )?(?:ok|okay|acceptable|permissible|fine|appropriate|alright|all right|right|cool|legitimate|allowed|permitted|an option|a good idea)"
     r"|(?:unacceptable|inadmissible|impermissible|a bad idea|a mistake|wrong|forbidden|against (?:the |our )?(?:rules?|policy)))(?:,? ever,?)?(?: for (?:you|agents|anyone|anybody|us))? to\b", "never"),
    (r"\b(?:nobody|no one|no (?:agent|contributor|developer))(?: here| ever)? ((?:force-)?(?:commit|push|skip|use|run|read|check|stage|add|touch|call|install|dump|load|cat|bypass|disable|circumvent))(?:es|s)\b", r"never \1"),
    (r"\b(?:nobody|no one|none of (?:you|us)|no (?:agents?|contributors?|developers?|human|person|engineer|assistant|session|task|script))(?: here)? (?:(?:may|should|must|can|shall|ever|gets? to|(?:is|are) (?:ever )?(?:allowed|permitted|supposed) to|(?:is|are) to|has any business)(?: ever)?\b|(?=(?:commits|pushes|skips|uses|runs|reads)\b))", "never"),
    (r"\b(?:(?:there (?:is|are|must be|should be|will be|can be|shall be)|you have) )no (?:(?:good |valid )?(?:excuse|reason|justification|business|permission|right|need ever)) (?:for|to)\b", "never"),
    (r"\b(?:under no (?:circumstances?|conditions?)|at no (?:point|time)|on no account|in no (?:case|event|situation|way)|by no means|never),? (?:should|must|may|can|shall|is|are|will) ((?:(?!you\b|we\b|agents?\b|anyone\b)[\w'./‹›-]+ ){1,7}?)(?:ever )?(?:to )?be\b", r"\1never be"),
    (r"\b(?:should|must|shall|can|do)(?: not|n't|not|nt)(?: ever\b)?|\bcan't\b|\b(?:you|agents|we) are not to\b", "never"),
    (r"\b((?:you|we|agents?|assistants?|claude|contributors|developers|nobody|anyone) )(?:may|might) not\b", r"\1never"),
    (r"\b(?:(?:it )?is |are )?(?:strictly |absolutely |explicitly )?(?:forbidden|prohibited|not allowed|not permitted) (?:the )?(?=(?:skip|bypass|commit|push|force|mak|us|run|read|do|dump|cat|install)(?:e|ing|ping|ting|ning)?\b)", "never "),
    (r"(?:^|(?<=please )|(?<=please, )|(?<=: ))not (?=(?:commit|read|use|run|push|skip|bypass|force|install|cat|dump|load)\b)", "never "),
    (r"\b(?:should|must|shall|will|can|may|are|is) never(?: ever\b)?(?: to\b)?", "never"),
    (r"\b(?:is|are) not to be\b", "never be"),
    (r"\b((?:you|we|agents?|i) )(?:will not|won't|would not)\b", r"\1never"),
    (r"\bnever (?:so much as|under any circumstances|dare(?: to)?|be tempted to|resort to|attempt a|bother to|reach for)\b", "never use"),
    (r"\bnever(?:,? (?:ever|under any circumstances?|at any time|in any case|for any reason),?)+", "never"),
    (r"\b(?:under no (?:circumstances?|conditions?)|at no (?:point|time)|on no account|in no (?:case|event|situation|way)|by no means),?(?: (?:should|must|may|can|are|is) (?:you|we|agents?|an agent|the agent|anyone))?", "never"),
    (r"(?<!\bto )\b(?:avoid|refrain from|steer clear of|stay away from|keep away from|stay clear of|keep clear of)\b", "never"),
    (r"(?<!or )\bno (?=(?:use|commit|push|read|run|skip|dump|install|bypass) (?!of\b|is\b|are\b|without\b|before\b|until\b|unless\b|with\b|while\b|if\b|may\b|can\b|must\b|should\b|goes\b|lands\b|in\b))", "never "),
    (r"\bno (?=(?:skipping|bypassing|disabling|committing|force-pushing|force pushing|using|running|reading|dumping|cat-?ing)\b)", "never "),
    (r"\bnever (?:forget|fail|neglect|omit) (?:to\b ?|(?=(?:run|use|execute|follow|commit|keep)\b))", ""),
    (r"\bnever (?:ever )?(?:attempt|try) to\b", "never"),
    (r"\b(?:(?:it|you|we|they|agents?|there) )?never (?:allowed|acceptable|appropriate|a (?:good |valid )?(?:reason|excuse))(?: for \w+)? to\b", "never"),
    (r"\bnever (use|run|commit|push|skip|read|bypass|install|load|open|stage|add|call|dump|touch|disable)(?:s|es)\b", r"never \1"),
    (r"\bnever(?:,? never)+\b", "never"),
    (r"\b(?:make|be|making) (?:absolutely |very )?(?:sure|certain)(?: to| that you| you(?: have)?)\b ?|\bensure(?: that)? you(?: have)?\b ?|\b(?:remember|take care|be careful) to\b ?", ""),
    (r"\b(?:make|be|making) (?:absolutely |very )?(?:sure|certain)(?: that)?\b", "ensure"),
    (r"\bensure that\b", "ensure"),
    (r"\bcat(?:-?|t)ing\b|\bcat'ing\b", "cat"),
    (r"\b(re-?)(run|execute)\b", r"\2"),
    (r"\btest-suite", "test suite"),
    (r"✗ (?=never\b|no\b)", ""),
    (r"✗ (?!bad\b|wrong\b|incorrect\b|avoid\b|\")", "never "),
)

LEADS = (
    r"(?:always|please|kindly|also|then|first|finally|next|now|again|and|but|so|just|simply|strictly|absolutely|religiously)[,:!]* ",
    r"[(\[]?(?:very )?(?:important|critical|note|warning|caution|mandatory|required|must|essential|non-negotiable|crucial|reminder|attention|strict|vital|hard requirement|policy|always|do this|do|iron law|absolute)(?: rules?| requirement| note)?(?: ?#?[0-9]+)?[)\]]? ?(?:[:!.]+| —| -) ",
    r"(?:hard |golden |core |key |non-negotiable |strict |iron )?(?:rule|step|law) ?#?[0-9]*(?:[:.)]| —| -) ",
    r"[(\[]?[0-9]{1,2}[.):\]] |[(\[][a-z0-9][)\]] ",
    r"(?:(?:(?:all|any|every|each|the|our|an?|ai|coding|llm|team|human|automated|autonomous|both|other|and|or) ){0,6}(?:agents?|assistants?|members|contributors?|developers?|humans?|engineers?|committers|people|tools|bots)(?:,? and | or |, |/| )){1,3}"
    r"(?:must|should|shall|have to|has to|need to|needs to|(?:are|is) (?:required|expected|obliged) to|will|(?=never\b|always\b))(?: always| also| first| then)? ",
    r"(?:(?:all |any |every |the |an? |our )?(?:ai |coding |llm )?(?:you|we|i|agents?|sub-?agents?|claude(?: code)?|codex|gemini|copilot|cursor|assistants?|model|ai|llms?|contributors?|developers?|devs?|everyone|engineers?|workers?|authors?|implementers?|teammates?) (?:\(you\) )?)?"
    r"(?:must|should|shall|have to|has to|need to|needs to|(?:are|is) (?:required|expected) to|will)(?: always| also| first| then)? ",
    r"(?:(?:all |any |every |the |an? )?(?:ai |coding |llm )?(?:you|we|i|agents?|sub-?agents?|claude(?: code)?|codex|assistants?|model|ai|contributors?|developers?|devs?|everyone|engineers?)) (?=never\b|always\b)",
    r"(?:i (?:want|expect|need) you to|it is your (?:job|responsibility) to|your job is to) ",
    r"it is (?:very |absolutely )?(?:important|critical|mandatory|essential|imperative|required|vital|crucial) (?:to|that you|that we|that) ",
    r"(?:at all times|in all cases|no matter what|without exception|in every case|every time|each time|as a rule),? ",
    r"(?:in|for|within|throughout) (?:this|our|the) (?:project|repo|repository|codebase|monorepo|workspace),? (?:(?:we|you|it) (?:have )?)?(?:must to )?",
    r"to (?:save|conserve|preserve|minimi[sz]e|reduce|limit|protect|avoid (?:wasting|filling|blowing))[^,;:]{1,40}, ",
    r"we require (?:that )?",
    r"do (?=use|run|follow|execute|keep|ensure|check)",
)

# {name} in a pattern: these alternatives.
PARTS = {
    # What may follow a thing forbidden without narrowing it.
    "end": (
        r"(?=$|[.,;:!)\"]|/| \(| — | - | => | -> | → | (?:or|and|nor|use|using|instead|but|even|because|since|as (?:we|it|this|uv|the|that)|so|ever|at all|period"
        r"|full stop|directly|it|this|that|they|manually|anywhere|under any|for any reason|in any|no matter|regardless|prefer|rather|always|never|not|here|yourself|either|whatever|however|again|into (?:it|them|(?:the|this|that|your|our) [\w-]+)|there|anyway|everywhere|anymore|any more|any longer|to main)\b"
        r"| (?:in|inside|within|on|for|across|throughout) (?:this|our|the|any of (?:our|these)) (?:[\w-]+ )?(?:repo|repository|project|codebase|code base|workspace|monorepo|environment|tree|checkout|team|house|organi[sz]ation|machine|package|service)\b)",
    ),
    "use": (
        r"(?:(?:us|run|call|invok|execut|do|mak|issu|perform|pass|try|touch|rely|resort|attempt)(?:e|n?ing)?(?: on| to)?|(?:reach|retry|shell out|go back|switch|fall back)(?: for| to| with)?|allow|permit|accept|tolerate|want|type|recommend|suggest"
        r"|the|a|an|any|ever|via|with|through|git|plain|go through)",
    ),
    "forbidden": (r"<banned>", r"never(?:$|[.,;:!]| — )"),
    "neg": (r"(?:and |but )?(?:not|never|instead of|rather than|over|in place of|in favou?r of|no|as opposed to)",),
    "we": (r"(?:(?:this|the|our) (?:project|repo|repository|codebase|team|monorepo|package|library|workspace)|we|everyone|everybody)",),
    "tools": (
        r"(?:(?:poetry|npm|conda|pipenv|virtualenv|venv|pyenv|easy_install|setup\.py|requirements\.txt|python3?|pdm|brew|apt|apt-get|pipx|mamba|hatch|rye|yarn|pnpm"
        r"|pip-tools|pip-compile|python3? -m venv|uv|python setup\.py|<uv>|<conda>|manual|manually|global|bare)(?:, (?:or |and |nor )?| or | and | nor | ?/ ?| )){0,5}",
    ),
    "read": (
        r"(?:(?:blindly |just |simply |ever ){0,9}(?:(?:use|using|run|running) )?cat (?:on|to (?:read|dump|view|print|display|show)|for(?: reading| viewing)?)"
        r"|(?:blindly |just |simply |ever ){0,9}(?:re-?read|read|cat|dump|load|open|view|print|pull|ingest|slurp|fetch|past|consum|swallow|stream|grab|inhal|spill|bring|stuff|feed|pour|echo|show|display|scan|scroll|walk|go through|tak|suck|copy|drag|send|drop|inject|import|gulp|digest|retriev|request|return)"
        r"(?:e|ing|ping|bing)?(?:(?:,? (?:or|and)|/|,) ?(?:\w+)){0,3}(?: out| in| up)?)",
    ),
    # What may stand before an order or a prohibition, whoever else is not its subject.
    "pre": (r"(?:(?!\b(?:ci|deploy keys?|accounts?|branch protection|bots?|workflows?|jobs?|server|github|gitlab|scripts?|users?|reviewers?|maintainers?|admins?|pipelines?|dependabot|runners?)\b)[^;?\"]){0,140}?",),
    # The same before a statement that tells what is done here.
    "say": (r"(?:(?!\b(?:never|no|not|if|may|can|could|might|stopped|dropped|tried|hooks?|checks?|commitlint|that|which|how|why|was|were|ci|bots?|workflows?|jobs?|server|github|scripts?|users?|reviewers?|maintainers?|pipelines?|dependabot|renovate|configured)\b)[^;?\"]){0,140}?",),
    # What may stand between a prohibition and the thing, none of it another order or a condition.
    "gap": (
        r"(?:(?!(?:without|until|unless|if|when|while|after|before|once|except|be|hesitate|afraid|worry|mind|ask|assume|expect|wait|rely|let|instead|but|because|since|so|rather|not|never|no|that|which|who|whether"
        r"|uses|runs|needs|requires|installs|calls|is|are|has|have|does|will|can|may|must|should|remove|removing|drop|strip|document|mention|edit|modify|rename|change|name)\b|(?<=, )(?!(?:or|and|nor|ever|even|please)\b|[<-]|[^\s,]+(?:,| or | and | nor )))[^\s;:?(]+ ){0,9}?",
    ),
    "list": (r"(?:(?:(?!\b(?:write|add|create|update|skip|delete|remove|deploy|generate|never|not|fix)\b)[^;]){0,120}?[ /(`])?",),
    # Other things named before the one meant, up to a mark that sets it apart.
    "listed": (
        r"(?:{some}(?:,(?: or| and| nor)?| or| and| nor|/|\(| like| such as| e\.g\.,?| including| containing| holding| with| any(?: of)?| of| from| in)(?: |(?<=[,/(])))?"
        r"(?:(?!(?:to|into|on|in|with|without|until|before|unless|code|changes|tests?|if|when|that|by|for|use|but|examples?|sample|encrypted|unencrypted|decrypted|fake|dummy|design|translation|primary|foreign|public|sealed|commit|never|it|them)\b)[\w.'-]+ ){0,3}?",
    ),
    "some": (r"(?:(?!\b(?:without|until|before|unless|code|changes|tests?|unencrypted|decrypted|plaintext|example|sample|when|if|that|to|into|on|use|using|but)\b)[^;:]){0,80}?",),
    # How a sentence comes to an order: at once, or after a mark or a word that begins one.
    "imp": (
        r"(?:(?:(?!\b(?:never|no|not|if|ask|when|skip|let|wait|until|unless|avoid|users?|ci|reviewers?|maintainers?|how|whether|mock|cannot|used|has|have|was|were)\b)[^;]){0,120}?"
        r"(?:[,:(—/] ?|\b(?:and|so|therefore|hence|then|by|to|must|should|always|please|also) ))?",
    ),
    "go": (r"(?:run|execute|launch|invoke|perform|rerun|running|executing)",),
    "nocommit": (r"(?:never (?:even )?(?:think (?:about|of) |consider |attempt to |leave a )?{committing}|no (?:commits?|committing|merges?|merging|pushes|pushing|prs?|pull requests?))\b",),
    "pass": (
        r"(?:(?!not\b|never\b|fail|when\b|if\b)\w+ ){0,5}?(?:pass(?:es|ing|ed)?|succeed(?:s|ed)?|green|clean(?:ly)?(?! up)|with (?:code )?0|0)(?![\w-])",
    ),
    "committing": (
        r"(?:commit|push|finish|complete|merge|submit|mark|consider|declare|claim|open|create|report|say|call|end|stop|hand|ship|move|deliver|propose|treat|close|proceed|conclude|make|send|raise"
        r"|committing|pushing|finishing|completing|merging|submitting|marking|claiming|declaring|opening|creating)",
    ),
}

# <name> in a sentence: what these alternatives match is replaced by it, in the order an entry names.
TERMS = {
    # That a thing just named is forbidden.
    "banned": (
        r"(?:(?:is|are) )?(?:(?:strictly|absolutely|explicitly|always|completely|therefore|thus|hence|simply|also|just|considered|totally|entirely|generally) ){0,2}(?:forbidden|prohibited|banned|disallowed|off[- ]limits|not allowed|not permitted"
        r"|not acceptable|not accepted|not ok|not okay|unacceptable|a hard no|a no-go|no-go|a no-no|out of bounds|out of the question|off the table|not an option|never an option|not tolerated|not welcome|not on the table"
        r"|ruled out|verboten|taboo|outlawed|against (?:the |our |house )?(?:rules?|policy)|a (?:policy |rule )?violation|not (?:something|a thing) we do|not done here|not how we work)\b",
        r"(?:is|are|counts as|is considered) (?:always )?(?:an error|a mistake|a bug|wrong|a firing offen[cs]e|a blocker)\b",
        r"(?:has|have) no place\b|must never happen\b|never happens?\b",
        r"(?:is|are) (?:something|a thing|things|what) (?:(?:we|you|nobody|no one|one|agents?) )?never (?:do|done)\b",
        r"never (?:be (?:run|done|called|executed|typed|passed|given|set|added|touched|chosen|employed|applied|(?:made|issued|carried out)(?=$|[.,;:!]))|(?:be )?(?:used|allowed|permitted|acceptable|happen|invoked|performed|attempted|tried|ok|okay|fine))\b",
        r"(?:is|are) not (?:to be (?:used|run|done)|used|run)\b",
    ),
    # git
    "fp": (
        r"forced?[- ]?push(?:es|ing|ed)?(?: --force)?(?! notifications?)", r"(?:--force|-f)(?:(?: ?/ ?| or | and |, )(?:--force-with-lease|--force|-f))* (?:with|on|in|to|for|when running) (?:a |any )?git push(?:es)?",
        r"(?:git )?push(?:es|ing)? (?:with )?(?:the )?(?:--force(?:/-f)?|-f)(?![\w-])(?: ?/ ?-f| ?/ ?--force(?![\w-])| or -f| or --force(?![\w-])| \(or -f\)| ?/ ?--force-with-lease| or --force-with-lease| flag){0,9}",
        r"(?:a |any )?force (?:git )?push(?:es|ing)?(?! notifications?)", r"--force push(?:es|ing)?", r"force[- ]updat(?:e|ing)", r"(?:git )?push(?:es|ing)? (?:by|with|using) force(?![\w-])",
    ),
    "def": (
        r"(?:(?:the|your|our|any|a|remote|shared|protected|upstream|origin|default|public|production|primary|local|long-lived|branch|branches|like) ){0,9}"
        r"(?:origin[/ ])?(?:main|master|trunk)(?![\w-])(?!/(?!main|master|develop|dev))(?: ?/ ?(?:main|master|develop|dev)(?![\w-])){0,9}(?: branch(?:es)?)?",
        r"(?:the |a |any |our )?(?:default|protected|shared|mainline|primary|production|public)(?:(?:,| or| and|/) (?:default|protected|shared|public|main)){0,9} branch(?:es)?",
        r"(?:(?<=to )|(?<=on )|(?<=against ))(?:it|them)(?![\w-])(?=$|[.,;!)])",
        r"(?:a|any|the|those) branch(?:es)? (?:that |which )?(?:others?|other people|other agents|someone else|anyone else|everyone|everybody|teammates|colleagues|the team|more than one person|several people) [\w ]{1,24}",
        r"any (?:remote )?branch(?:es)?|any remote|(?:the )?(?:remote|origin)(?=$|[.,;!)])",
        r"(?:shared|published|public|pushed)(?: or (?:shared|published|public|pushed))? (?:history|commits)",
    ),
    "nv": (r"(?<=commit with )-n(?![\w-])", r"(?:the )?-n (?:(?:flag|option|switch) )?(?:to|on|with|in|for) (?:a |any )?(?:git )?commits?(?![\w-])", r"(?:the )?(?<!-)no-verify(?! [\w-]*(?:mode|check))(?: (?:flags?|options?|switch|commits?))?(?![\w-])", r"git commit -n(?![\w-])(?! ?(?:/|or|,) ?-)", r"(?:git )?(?:commit )?-n ?(?:/|or|,) ?(?:--no-verify|n)(?![\w-])", r"husky(?:_skip_hooks)?=[01](?: git (?:commit|push))?|lefthook=0|core\.hookspath(?:=\S+)?", r"(?:git )?(?:commit |push )?--no-verify(?![\w-])(?: ?/ ?-n| ?\(-n\)| or -n)?(?: flags?| options?| switch)?",),
    "hook": (
        r"(?:(?:the|any|all|our|these|your|git|husky|lefthook|local|client-side|failing) ){0,9}(?:git|pre-?commit|pre-?push|pre-?submit|commit-msg|commit|push|husky|lefthook)(?:(?:,| or| and|/|, or|, and) ?(?:git|pre-?commit|pre-?push|commit-msg|commit|push|husky)){0,9}"
        r"[- ](?:(?:git|quality|verification) )?(?:hooks?|checks?|gates?|validations?)(?![\w-])",
        r"(?:(?:the|any|all|our) ){0,9}pre-?commit(?=$|[.,;:!)\"]| (?:or|and|with|by|via|using|for|when|to|in|on|even|at|is|must|should|never|if|because|just|—|\(|-))(?! [\w-]*\.ya?ml)", r"(?:the )?(?:husky|githooks?)(?![\w-])",
    ),
    "skip": (
        r"(?:skip|bypass|circumvent|suppress|sidestep|neuter|trick|uninstall|unset|elude|defeat|subvert|dodge|deactivat|disabl|ignor|evad|silenc|omit|overrid|short-circuit)(?:ping|ting|ding|ing|e)?(?![\w-])"
        r"|(?:work|go|get|rout)(?:e|ing|ting)? (?:around|past)\b|(?:turn|switch|shut)(?:ting|ing)? off\b|comment(?:ing)? out\b",
    ),
    # packages
    "uvcmd": (
        r"(?:uv|poetry|pdm|pipenv|rye) (?:add|sync|run|pip install|pip|tool install|tool|lock|install|remove|venv|export|build|update|shell)(?![\w-])(?: (?:‹\w+›|<\w+>|python)(?![\w-]))?",
    ),
    "uv": (r"(?:the )?(?:astral(?:'s)? )?(?:uv|poetry|pdm|pipenv|rye)(?![\w-])(?!\.\w)(?: (?:package manager|commands?)\b)?",),
    "conda": (r"(?:the )?(?:conda|mamba|micromamba|pixi|hatch)(?![\w-])(?: (?:install|add|run|env)\b)?",),
    "pip": (
        r"(?:(?:raw|bare|plain|naked|vanilla|regular|traditional|direct|standard|a|any) ){0,9}(?:(?:python3?|py) -m )?(?:pip-install(?:s|ing|ed)?|pip3?)(?![\w-])(?!\.\w)(?! (?:show|list|freeze|check|audit|cache|download|wheel|uninstall|user|users|wheels)\b)"
        r"(?:(?: ?/ ?|, | or )pip3?(?: install)?(?![\w-])){0,9}(?: install(?:s|ing|ation|ations)?(?![\w-]))?(?: commands?)?(?: [\w.\[\]-]+(?= (?:→|->|=>|with|by) ))?(?: (?:‹\w+›|\[\w+\]|packages?|anything|x|\.\.\.|…)(?![\w-]))?",
    ),
    "deps": (
        r"(?:(?:all|any|every|the|your|our|python|project|new|third-party|external|adding|installing|managing) ){0,9}(?:python )?(?:packages?|dependenc(?:y|ies)|deps|libraries)(?:(?:,| and|/| or) ?(?:packages?|dependenc(?:y|ies)|environments?|virtual environments?|venvs?)){0,9}"
        r"(?:[- ](?:management|installation|installs|installing|managing|manager|tooling|operations?|needs|tasks?|related))?",
        r"(?:the )?(?:management|installation) of (?:the |all |any |python )*(?:packages|dependencies)",
        r"(?:all |everything |any )?python (?:package )?(?:management|tooling|installs|work|tasks)",
    ),
    # commit messages
    "cc": (
        r"(?:\[)?(?:conventional|conv)[- ]?commits?(?:'s)?(?![\w-])(?:\])?(?: v?1(?:\.0){0,2})?(?:[ -](?:format(?:ting)?|styles?|standards?|spec(?:ification)?s?|conventions?|messages?|subjects?|prefix(?:es)?|types?|guidelines?|syntax|rules|structure|pattern)(?![\w-])){0,9}",
        r"(?:angular(?:'s|-style)?|semantic) commit(?:s|[- ](?:messages?|conventions?|formats?|styles?|guidelines?))(?: (?:format|style|convention)s?)?",
        r"(?:https?://)?(?:www\.)?conventionalcommits\.org[\w/.-]*",
        r"conventional(?:[- ](?:format|style|prefix(?:es)?|messages?|types?))(?![\w-])",
    ),
    "commits": (
        r"(?:the )?(?:(?:messages|subjects) (?:of|for|in)|(?:message|subject|title|header|subject line)s? of) (?:(?:the|your|all|our|a|each|every|any) )*commits?(?![\w-])",
        r"(?<!/)(?:(?:all|every|each|our|your|the|git|individual|any|both|pr titles and|pull request titles and|atomic|a) ){0,9}(?:git )?commits?(?: (?:messages?|msgs?|subjects?|subject lines?|titles?|headers?|descriptions?|format|style|conventions?|types?|prefix(?:es)?|guidelines|rules|standards|syntax|structure)(?![\w-])){0,9}(?:(?: and|/|,) (?:pr|pull request|mr) titles?)?(?![\w-])(?!\.\w)",
    ),
    # secrets
    "secret": (
        r"(?<![\w.])\.env(?:rc)?(?!\.(?:example|sample|template|dist|test|ci|defaults?|schema|vault|enc))(?![\w-])(?:\.\*|\*|\.\[?[a-z]+\]?){0,9}(?: files?| secrets)?",
        r"(?:env|environment|dotenv) files?",
        r"(?:(?:any|real|actual|live|api|your|the|our|user|customer|production|prod|app|application|sensitive|cloud|aws|local) ){0,9}(?:secrets|secret(?= (?:files?|keys?|values?|tokens?|data|credentials|material)\b|$|[,;!)/]|\.(?!\w)| or\b| and\b| has\b| must\b| should\b| never\b))(?! (?:handshakes?|santas?|sauce|menus?|levels?|manage\w*|store|scan\w*|rotation|names?|references?|detection|variable|access|mount\w*|engine|agent|room|door|code|messages?|ballots?)\b)(?![\w-])(?!\.example)(?: (?:files?|keys?|values?|tokens?|data|credentials|material))?",
        r"(?:(?:any|real|actual|live|api|your|the|user|cloud|aws|gcp|database|db|production|login|auth|service account|service-account|sensitive|hardcoded|hard-coded) ){0,9}credentials?(?! helper)(?![\w-])(?: files?)?",
        r"(?:(?:any|real|actual|live|secret|api|access|private|ssh|encryption|signing|service account|service-account|auth|gpg|deploy|oauth|bearer|provider|personal access|bot|secrets) ?(?:/ ?|- ?)?)+(?:keys?|tokens?)(?![\w-])(?: files?)?",
        r"(?:(?:real|any|user|plain|database|db|default|admin|service|your) ){0,9}passwords?(?![\w-])", r"(?:\*|[a-z_]+)?\.(?:pem|p12|pfx|key|keystore|jks)(?![\w-])(?: files?)?", r"id_rsa",
        r"tokens(?=$|[,;!)/]|\.(?!\w)| (?:or|and|must|never|should|are|belong|stay|in|into|to|out)\b)",
        r"(?:(?!(?:commit|add|push|stage|check|in|put|store|primary|foreign|translation|i18n|locale|public|cache|sort|react|list|object|map|dictionary|dict|lookup|partition|index|json|config|query|arrow|function|hot|keyboard|shortcut|design|the|a|an|of|all|and|or|no|never|your|our|any|these|those|unique|sorting|query|row|column|composite|natural|surrogate|redis|storage|idempotency|message|feature|flag|render|dependency|dependencies|package|with|for|to|yaml|toml|section)\b)[a-z][a-z0-9.-]* )keys(?= (?:must|should|never|have no)\b)",
        r"(?:(?:sdk|console|licen[cs]e|stripe|openai|client|server|root|master|session|jwt|hmac|rsa|tls|ssl|app|admin|vendor|third-party|webhook|maps|platform|publishing|registry|partner|team) )+(?:keys|certificates?|certs)(?![\w-])|connection strings?|keystores?|kubeconfigs?",
        r"sensitive (?:information|data|files?|values?|credentials?|config(?:uration)?|keys?|env(?:ironment)? var(?:iable)?s?)",
        r"(?:files?|anything|whatever|something|values?|strings?|content) (?:that |which )?(?:(?:likely|probably|might|may|could|possibly) )?(?:(?:looks?|smells?|is|are|seems?)(?: anything)? like|resembl(?:es?|ing)|could be|might be|may be|contains?|containing|carr(?:y|ies)|holds?|holding) (?:a |an |any |real |your |possible |potential )*(?:secrets?|credentials?|(?:api |private |access )?keys?|tokens?|passwords?|sensitive)(?! (?:handshakes?|manag\w+))",
        r"files? (?:that )?(?:contain(?:ing|s)?|with|holding) (?:any |real |your )?(?:secrets?|credentials?|api keys?|tokens?|passwords?|sensitive)",
        r"(?:a |any )?(?:secret|credential|key)-(?:shaped|like|bearing) files?|(?:gcp |google )?service[- ]account (?:json )?(?:files?|json)|credentials\.json|secrets?\.(?:json|ya?ml|toml|env|py|ts|js|tfvars)|secrets/",
    ),
    "repo": (
        r"(?:(?:the|this|any|our|your|a|public|git) ){0,9}(?:git(?! (?:add|commit|stage|push))|version control|source control|vcs|repo|repository|monorepo|codebase|source tree|tree|commit history|git history|history|index|staging area|repos|repositories|github(?! actions)|(?<=a )commit|(?<=any )commit|(?<=your )commits?|(?<=in )commits|(?<=to )commits|(?<=of )commits|(?<=the )commit|(?<=or )commits|(?<=and )commits|(?<=, )commits|(?<=/)commits|pull requests?|prs?)(?![\w-])(?! (?:class|layer|pattern|interface|module|object|methods?|of|screenshots?|actions?|descriptions?)\b)",
    ),
    # reading
    "wholefile": (
        r"(?:the )?(?:all|whole|entirety|entire content|full content) (?:of )?(?:(?:the|a|an|this|that) )?(?:[\w.-]+ )?file(?:'s)?(?: contents?)?(?![\w/-])",
        r"(?:(?:the|a|an|any|very|large|big|huge|source|your|all) ){0,4}(?:entire|whole|full|complete)[ -](?:contents? of )?(?:(?:the|a|any|large|big|huge|source|code|log|existing|project|text|data|-?length|test|python) ){0,4}(?:(?:[\w.]+ )?(?:log|file)s?(?: or | and |/)(?:file|log)s?|(?:[\w.-]+ ){0,2}?files?|csvs?|json|jsons|logs?|notebooks?|scripts?|modules?|sources?|lock ?files?|parquets?)(?![\w/-])(?: contents?| files?)?",
        r"(?:(?:the|a|an|any) )*(?:entire|whole|full|complete) (?:large )?(?:source files?|module files?|modules?|logs|source)(?![\w-])",
    ),
    "bigfile": (r"(?:(?:a|any|the|very) ){0,3}(?:large|big|huge|long|massive|giant|lengthy|enormous|gigantic|bulky) (?!generated\b)(?:[\w.-]+(?:,|/)? ){1,3}?files?(?![\w-])", r"(?:(?:a|any|the|very|really|other|extremely|of) ){0,4}(?:large|big|huge|long|massive|giant|larger|lengthy)(?:(?:,|/| or| and) (?:large|generated|unknown|unfamiliar|long|big|minified)){0,4} (?:(?:source|code|text|existing|json|csv|log|data|yaml|lock|sql) ){0,4}(?:files?|logs?|modules?|sources|csvs?|notebooks|jsons?|scripts)(?![\w-])(?: \([^)]{0,30}\))?",
        r"(?:a |the |any )?files? (?:is|are|gets|get) (?:very |too |really )?(?:large|big|long|huge)(?![\w-])",
        r"(?:any |a |the |source ){0,4}files? (?:that are |is |are |has |have |exceeds? )?(?:larger|longer|bigger|over|above|greater|more|exceeding|with more)(?: than)? ~?[0-9]+,?[0-9]*k?(?: (?:lines|loc|kb|kib|mb|lines of code))?",
    ),
    "files": (r"(?:(?:a|any|the|source|code|text|all|every|your|each|these|multiple|many|several) ){0,4}files?(?![\w-])",),
    "infull": (
        r"in full|whole(?=$|[.,;:!)])|cover to cover|(?:from )?start to (?:finish|end)|from beginning to end|in (?:their|its) entirety|entirely|completely|wholesale|all at once|at once|in one (?:go|shot|call|read|pass)|(?:from )?top to bottom|end[- ]to[- ]end|in whole|fully"
        r"|without (?:an? |using |specifying |setting ){0,4}(?:offset|limit|line range|range)s?(?:(?: and|/| or) ?(?:an? )?(?:offset|limit)s?)?(?: parameters)?",
    ),
    "context": (r"(?:in)?to (?:the |your |its |my |our )?(?:main |model's |agent |agent's )?(?:context|conversation|prompt)(?: window)?(?![\w-])",),
    "part": (
        r"(?:(?:the|just|only|those|specific|relevant|needed|necessary|required|targeted|exact|small|precise|individual|most|minimal|smallest|line|particular|matching|appropriate|few|surrounding|interesting|important|first|last|single|necessary|same|a|or) ){1,5}(?:parts?|sections?|lines?|line ranges?|ranges?|portions?|regions?|chunks?|slices?|functions?|snippets?|excerpts?|bits?|pieces?|passages?|blocks?|symbols?|methods?|class(?:es)?|hunks?)(?![\w-])",
    ),
    "partial": (
        r"(?:grep|rg|ripgrep|head|tail|sed|awk|offset|limit|line ranges?|ranges?|(?:partial|targeted|range|ranged|chunked|focused) (?:file )?reads?|targeted (?:searches|greps?|search)|chunks?|pagination|symbol search(?:es)?|view_range|search(?:es|ing)?|sections|line numbers)(?![\w-])",
    ),
    # testing
    "when": (
        # Work that ends, and code that changed, in any words but those that narrow the change to one part.
        r"(?:before|prior to|ahead of|in advance of) (?:(?!(?:the test|tests?|running|writing|changing|editing|modifying|deploy\w*|releas\w*|starting|reading|using|adding)\b)[\w'/-]+ ){0,5}?(?:{ending})(?![\w-])(?! (?:messages?|titles?|hooks?|descriptions?|body|bodies)\b)",
        r"(?:right |immediately |directly )?(?:after|following|upon|with) (?:(?!{narrow})[\w'/-]+ ){0,5}?(?:{changed})(?![\w-])(?! (?:to|in) (?:the )?(?:{narrow}))(?! (?:files?|logs?|tests?)\b)",
        r"(?:right |immediately |just )?(?:before|prior to)(?: and after)?(?: (?:you|we|i|it|they|claude|the agent|agents|can|may|must|are|is|going to|about to|ready to|ever|even|attempting to|trying to|asking to|to)){0,4} {finish}(?:(?:,? (?:or|and)|/|,) ?(?:(?:open|creat|submit|rais|mak|send)(?:t?ing) (?:(?:a|the|your|any|new) )*(?:prs?|(?:pull|merge) requests?|mrs?|commits?)|(?:(?:any|the|your|each|every|a) )*(?:{ending})(?: (?:changes|code|work|it|(?:a|the|any|your) (?:task|pr|pull request|change)))?)(?![\w-])){0,3}",
        r"(?:right |immediately |directly |before and )?(?:after|following|upon|on|for|with) {change}(?:(?:,? (?:or|and)|/|,) ?(?:after )?(?:(?:a|an|any|each|every|the|your) )*(?:{changed})(?![\w-])){0,3}",
        r"after (?:and before )?(?:{ending})(?: (?:(?:a|the|any|each|your|every) )*(?:tasks?|work|changes?|features?))?(?= ensure|$|[,:])",
        r"(?:when(?:ever)?|once|as soon as|every time|each time|any time|anytime|if) {whenever}",
        r"after (?:each|every)(?: (?:one|of them|time))?(?=$|[.,;:!)]| — )",
        r"as (?:a|the|your) (?:very )?(?:final|last) (?:step|check|action)",
        r"(?:at|by|in|on) the (?:very )?end of (?:(?:a|any|each|every|the|your) ){0,9}(?:tasks?|sessions?|changes?|features?|turns?|implementations?|work|development|coding|iterations?|steps?|edits?)",
        r"^(?:(?:the|mandatory|required) ){0,9}(?:pre-?commit|pre-?push|pre-?pr|pre-?merge|before-commit|commit|pr|pull request|completion|task completion|pre-?completion|done|final|finishing|submission|pre-?submission|pre-?flight)[ -](?:checklist|steps|routine|ritual|checks?|check list|requirements|criteria|verification|validation|protocol|gates?)(?=[: (])",
        r"^to (?:finish|complete|conclude|close|wrap up|end) (?:(?:a|the|any|each|every|your|some) )*(?:tasks?|changes?|features?|stor(?:y|ies)|tickets?|work|sessions?)(?=,)",
        r"^(?:the )?post-?(?:change|edit|edits|changes|modification|implementation|coding)[ -](?:checklist|checks?|steps|commands|actions|routine|verification|validation)(?=[: (])",
        r"^(?:definition of done|done criteria|completion criteria|definition-of-done|finishing (?:a|the|your) (?:task|work)|completing (?:a|the|your) task|task completion|when (?:you are )?done|landing the plane)(?=[^:;]{0,30}:)",
    ),
    "tests": (
        r"(?:(?:all|the|of|your|our|any|a|an|full|entire|complete|whole|relevant|affected|existing|unit|integration|related|appropriate|project|project's|local|automated|backend|frontend|back-end|front-end|server|client"
        r"|corresponding|applicable|associated|impacted|targeted|focused|necessary|new|regression|python|go|rust|javascript|typescript|js|ts|java|jest|pytest|vitest|cargo|and|or|e2e|end-to-end|functional|quick|fast|core|same"
        r"|these|those|their|its|both|repo|repository|required|component|api|matching|nearest|closest|narrowest|smallest|package|package's|module's|workspace|service|suite of|set of|least|at|relevant/affected)(?: |, |/)){0,9}"
        r"(?:tests|test(?:ing)? suites?|unit tests?|specs|test runs?|test files?(?= (?:after|before|for|when|once|and|to)\b)|(?<=run )test)(?![\w/-])(?!\.\w)(?! (?:data|coverage|plans?|cases?|fixtures?|environment|database|db|server|names?|code|migrations?|accounts?|mode|drives?|output|doubles?|helpers?|users?)\b)",
        r"(?:the|your|whole|full|entire|complete|regression)(?: (?:full|whole|entire|complete|regression|unit|integration|fast|quick|local|relevant))? suite(?![\w/-])",
        r"(?:(?:uv run|poetry run|pdm run|pipenv run|hatch run|rye run|pixi run|python3? -m|npx|bunx|pnpm exec|pnpm dlx|yarn|yarn exec|bundle exec|sudo|mise run|coverage run -m) )?(?:\./)?(?:vendor/bin/|bin/|node_modules/\.bin/)?"
        r"(?:pytest|py\.test|unittest(?: discover)?|vitest(?: run)?|jest|mocha|rspec|phpunit|pest|tox|nox|ctest|nextest(?: run)?|playwright test|cypress run|hatch test|behave|minitest)(?![\w-])(?: (?:-{1,2}[\w=.-]+|[\w.*-]*(?:/|::|\.\w)[\w./:*-]*)){0,9}",
        r"(?:npm|pnpm|yarn|bun)(?: -[\w-]+| --filter \S+)?(?: run)? (?:test|tests|t)(?::[\w:-]+){0,9}(?![\w-])(?: (?:-{1,2}[\w=.-]*|[\w.*-]*(?:/|::|\.\w)[\w./:*-]*)){0,9}",
        r"(?:cargo (?:nextest run|test)|go test|make (?:[\w-]+ ){0,3}?tests?|just tests?|task tests?|rake (?:test|spec)|(?:bin/)?rails test|(?:\./)?mvnw? (?:[\w-]+ )?test|(?:\./)?gradlew? (?:[\w:-]+ )?test|dotnet test|swift test|mix test|composer test"
        r"|deno (?:task )?test|flutter test|dart test|sbt test(?:only)?|(?:php )?(?:\./)?artisan test|(?:python3? |\./)?manage\.py test|(?:php )?(?:bin/)?(?:phpunit|console test)|wasm-pack test|forge test|hardhat test|anchor test|melos (?:run )?test|pants test|buck2? test|terraform test|molecule test|helm unittest|crystal spec|node --test|ninja test|scons test|pio test|tape|ava|karma|busted|bats|prove|r cmd check|devtools::test|pkg\.test|nx (?:affected|run-many)[\w =,:-]{0,20} test|bazel test|zig build test|xcodebuild test|hatch run test|poe test|lein test|stack test|cabal test|meson test|nx test|turbo (?:run )?test|rush test|dune test|inv(?:oke)? test)(?::[\w:-]+)?(?![\w-])(?: (?:-{1,2}[\w=.-]*|[\w.*-]*(?:/|::|\.\w)[\w./:*-]*)){0,9}",
    ),
}

# {name} inside the terms of testing: a moment at which work ends, and one at which it has changed.
MOMENTS = {
    "finish": (
        r"(?:it|they|code|changes|(?:a|the|any|each|every|your) (?:pr|pull request|mr|merge request|commit|change|branch|task|work|feature)) (?:is|are|can be|may be|gets) (?:considered )?(?:committed|merged|pushed|submitted|opened|accepted|closed|done|complete|finished)(?![\w-])",
        r"(?:you |we |i )?(?:can |may |actually ){0,9}(?:commit(?:ting|s)?|git commit|push(?:ing|es)?|git push|finish(?:ing)?|complet(?:e|ing|ion)|wrap(?:ping)? up|hand(?:ing)?[- ]?off|handoff|finali[sz](?:e|ing)|submit(?:ting)?|submission|merg(?:e|ing)|stop(?:ping)?|end(?:ing)?|deliver(?:ing|y)?|conclud(?:e|ing)"
        r"|mov(?:e|ing) on|sign(?:ing)? off|check(?:ing)? in|propos(?:e|ing))(?: (?:any|your|the|all|each|every|a|an|new|code|to (?:main|master|the repo|git|the next (?:task|step))|changes?|code|work|tasks?|session|implementation|features?|pr|pull request|it|anything|for review|turn|response)){0,9}(?![\w-])",
        r"(?:you |we )?(?:creat|open|submit|rais|mak|send|fil|request|updat|push|publish|propos|prepar)(?:e|ing|t|ting)? (?:(?:a|an|any|the|your|each|every|new|draft|for) ){0,9}(?:prs?|pull[- ]requests?|mrs?|merge[- ]requests?|reviews?|code reviews?|patch(?:es)?|commits?|changes? for review)(?![\w-])",
        r"(?:(?:a|an|any|each|every|all|your|the|final|making|new) ){0,9}(?:commits?|prs?|pull[- ]requests?|mrs?|merges?|push(?:es)?|handoffs?|hand-offs?|check-?ins?|submissions?|completion|sign-off|final answer|final response)(?![\w-])(?! (?:messages?|titles?|hooks?|descriptions?|body))(?: (?:checklist|submission))?",
        r"(?:you )?(?:tell|mark|consider|declar|call|report|claim|announc|say|treat|regard|clos|stat)(?:e|ing)? (?:(?!\btests?\b)[^;,:]){0,50}?(?:done|complete|completed|finished|completion|success|victory|ready|it works|as resolved|fixed)(?![\w-])",
        r"(?:(?:you|work|a|the|task|tasks|say|saying|it|change|feature|claiming|each|any|anything|your|is|are|considered|considering) ){0,9}(?:done|complete|completed|finished)(?![\w-])",
        r"(?:finishing|completing|ending|closing|concluding|wrapping up|finish|complete|end|close|declare|declaring) (?:(?:a|any|each|every|the|your|all) ){0,9}(?:tasks?|work|changes?|sessions?|features?|jobs?|stor(?:y|ies)|issues?|turns?|implementations?|conversation|unit of work)(?![\w-])",
        r"(?:hand|turn|giv|pass|send)(?:e|ing)? (?:[\w']+ ){0,4}?(?:back|over|off)(?![\w-])|report(?:ing)?(?: back)?(?: to (?:the )?user)?(?![\w-])|(?:going|gets?|is) (?:out|merged|live)\b",
        r"(?:the )?(?:task|work|job|story) completion|(?:returning|responding|replying|reporting back|handing back|yielding|presenting)(?: (?:to (?:the )?user|your (?:work|changes)|results|control)){0,9}(?![\w-])",
    ),
    "ending": (
        r"commit(?:s|ting|ted)?|push(?:es|ing|ed)?|merg(?:e|es|ing|ed)|prs?|mrs?|(?:pull|merge)[- ]requests?|patch(?:es)?|submi(?:t|tting|ssion|tted)|hand(?:ing|ed)?[- ]?(?:off|over|in|back)|done|finish(?:ing|ed)?|complet(?:e|ing|ion|ed)"
        r"|code review|wrapp?(?:ing)?[- ]up|sign(?:ing)?[- ]off|stop(?:ping)?|conclud(?:e|ing)|clos(?:e|ing|ed)|ship(?:ping|ped)?|deliver(?:y|ing|ed)?|declar(?:e|ing|ed)|claim(?:ing|ed)?|announc(?:e|ing|ed)|replying|responding|landing|lands?|check-?in",
    ),
    "changed": (
        r"(?:code |source |file )?(?:changes?|edits?|modifications?|refactors?|refactorings?|implementations?)|changing (?:code|anything|something|files|imports|source)|editing(?: (?:code|files|anything))?|refactoring|implementing|coding|(?:moving|renaming) (?:code|files|modules)"
        r"|(?:edit|chang|touch|modif|alter|writ)(?:e|ed|y|ing|ying) (?:any |the |some )?(?:code|anything|something|files|source(?: files| code)?)",
    ),
    "narrow": (
        r"(?:schemas?|docs?|documentation|readme|migrations?|apis?|config\w*|ui|protos?|protobuf|dependenc\w+|sql|css|styles?|locales?|translations?|database|db|changelog|infra\w*|terraform|docker\w*|lock|lockfile|grammar|snapshots?|tests?|the (?!(?:code|source|codebase|change|edit|feature|task|fix|work|implementation|last|final|above|requested|first)\b)[\w-]+)(?![\w-])",
    ),
    "change": (
        r"(?:you |we )?(?:chang|touch|edit|modify|updat|alter|rework|refactor)(?:e|ing|ed)? (?:a|an|any|each|every|some) (?:[\w-]+ ){0,2}?[\w-]+(?: (?:or|and|/) (?:(?:a|an|any) )?(?:[\w-]+ ){0,1}?[\w-]+)?(?=$|[.,;:!)]| —)",
        r"completion of (?:(?:any|each|every|a|an|the|your) )*(?:features?|fix(?:es)?|tasks?|work|changes?|stor(?:y|ies)|tickets?|issues?|implementations?)(?: or (?:a )?(?:fix|feature|task|change|bug ?fix))?",
        r"(?:you |we |i )?(?:have |are )?(?:(?:finish|finished|finishing|done|complete|completed|completing)(?: with)? )?(?:made?|mak(?:e|ing)|edit(?:ing|ed)?|chang(?:e|ing|ed)|modif(?:y|ying|ied)|implement(?:ing|ed)?|writ(?:e|ing)|updat(?:e|ing)|refactor(?:ing|ed)?|complet(?:e|ing|ed)|finish(?:ing|ed)?|apply(?:ing)?|done with|touch(?:ing)?|fix(?:ing)?)"
        r" (?:(?:a|an|any|each|every|all|the|your|some|code|source|significant|major|substantive|substantial|meaningful|non-trivial|nontrivial|new|python|go|rust|typescript|javascript|java|logical|of|and|or|functional|bug|piece|set|part) ){0,9}(?:changes?|edits?|code|features?|tasks?|modifications?|implementations?|steps?|files?|refactor(?:ing)?s?|work|fix(?:es)?|bug ?fix(?:es)?|bugs?|functionality|anything|something|things|it|functions?|source|modules?)(?![\w-])(?! to (?!(?:make|ensure|verify|confirm|check|catch|be|avoid|see|code|source|the code|the source)\b))(?: to (?:the )?(?:code|codebase|source|code files))?",
        r"(?:(?:a|an|any|each|every|all|the|your|code|source|significant|major|substantive|substantial|meaningful|non-trivial|nontrivial|new|logical|big|small|single|edit|or|and|set of|round of|batch of|piece of|completed|python|rust|go|typescript|bug) ){0,9}(?:changes?|edits?|features?|tasks?|modifications?|implementations?|steps?|refactors?|refactorings?|fix(?:es)?|bugfix(?:es)?|iterations?|work|milestones?|phases?)(?: (?:is|are|has been|have been|you make) (?:made|complete|completed|done|finished|implemented))?(?! (?:to (?!(?:make|ensure|verify|confirm|check|catch|be|avoid|see|code|source|the code|the source)\b)|in (?!order\b|(?:the )?(?:code|codebase|source|repo|project|src)\b)|of (?!(?:the )?(?:code|source)\b)|files?|logs?)\b)(?![\w-])(?: (?:of|in|to) (?:the )?(?:code|codebase|source|repo|project|src/?)(?![\w-]))?",
        r"(?:each|every|any|all) (?:file|module|line|function|class)s? (?:that )?(?:you |we |is |are |you have )?(?:edit|chang|touch|modif|alter)(?:e|ed|y|ied)?(?![\w-])",
        r"(?:you |we )?(?:editing|coding|implementing|refactoring|implementation|finishing|completing|modifying code|changing code|writing code|you finish|you are done|completion)(?![\w-])(?=$|[,:;.!)]| —| and| \(| run| always| ensure| verify)",
    ),
    "whenever": (
        r"(?:(?:you|we|it|they|i|claude|the agent|your|the|a|all|have|are|is|has|been) ){0,9}(?:finish(?:ed|ing)?(?: (?:editing|coding|implementing|writing code|refactoring|making changes))?|complet(?:e|ed|ing)|done (?:editing|coding|implementing|refactoring|writing)|done|touch(?:ed|ing)?|made?|mak(?:e|ing)|chang(?:e|ed|ing)|edit(?:ed|ing)?|modif(?:y|ied|ying)|implement(?:ed|ing)?|finali[sz](?:e|ed))"
        r"(?: (?:(?:with|a|an|any|each|every|all|the|your|some|code|source|python|rust|go|typescript|significant|new|writing|making) ){0,9}(?:changes?|edits?|code|features?|tasks?|modifications?|implementations?|work|files?|fix(?:es)?|refactor(?:ing)?|coding|anything|something|things|it|implementing|source)(?: (?:to|in) (?:the )?(?:code|codebase|source))?)?(?![\w-])(?=$|[,:;.!)]| —| and| \(| run| always| ensure| verify| you| before)",
        r"(?:(?:the|your|all|any|code|a) ){0,9}(?:changes?|edits?|code|work|tasks?|implementation|feature|refactor|fix) (?:is|are|has been|have been) (?:made|in place|complete|completed|done|finished|implemented|changed|ready)(?! (?:to|in) (?!the code|code))",
    ),
}

VETOES = (
    r"\?(?:[\"')]|\s)*$",
    r"^\"[^\"]*(?: [^\" ]+){3}",
    r"\bunless\b(?! (?:all |the |your |unit |and |until )*tests? (?:pass|are passing|are green|succeed|have passed))",
    r"\bexcept(?:ing)?\b|(?<!\bno )(?<!\bwithout )(?<!\bno other )\bexceptions?\b(?: are| is|:| for| when| if| may)",
    r"\bwithout (?:[\w'-]+ ){0,5}?(?:permission|approval|approved|consent|confirmation|confirming|authori[sz]ation|asking|sign-?off|go-?ahead|instructions?|being (?:asked|told)|(?:a |an )?explicit (?:request|ask)|consulting|checking with|warning|discussing|coordinating|user request)\b",
    r"\b(?:if|when|until|(?<!the )(?<!our )only) (?:it is |you are |i |they |the user |user |a human |the human |the maintainer |you |your human partner )?(?:have |has |is |been )?(?:explicitly |specifically |directly |clearly )?(?:asks?|asked|requests?|requested|tells?|told|instruct(?:s|ed)|approv(?:e|es|ed)|authori[sz](?:e|ed)|permitted|allowed|confirm(?:s|ed)|says? (?:so|otherwise)|agreed?|insist(?:s|ed)?)\b",
    r"\b(?:if|when|where|as|unless|only when|only if|wherever|whenever) (?:absolutely |strictly |really |truly |it is |it makes |reasonable|practical)?(?:necessary|needed|required|appropriate|possible|applicable|feasible|practical|reasonable|warranted|sense|desired|convenient)\b",
    r"\b(?:ask|check with|confirm with|consult|get approval from|seek approval|get permission|request permission|request approval|warn) (?:me|the user|user|first|before|for (?:permission|approval|confirmation)|a human|the maintainers?|your human|them)\b|\bask first\b",
    r"(?<!all )(?<!everything )\b(?:is|are) (?:ok|okay|fine|allowed|acceptable|permitted|optional|encouraged|recommended|not required|not needed|not necessary|unnecessary|discouraged but|safe|good enough)\b|\b(?:ok|okay|fine|safe|allowed|permitted|acceptable) to\b|\b(?:which|that) is (?:ok|okay|fine|allowed)\b",
    r"\bneed not\b|\bno need\b|\bnot necessary\b|\bnot required\b|(?<!not )(?<!never )\boptional(?:ly)?\b(?! (?:scope|body|footer))|\b(?:may|can|could|might) (?:be )?(?:skip|skipped|omit|omitted|ignored)\b|\bfeel free\b|\bup to you\b|\bnice to have\b|\bat your discretion\b",
    r"\b(?:by default|usually|(?<!commit )(?<!push )normally|typically|in most cases|ideally|if desired|in general)\b|\bif you (?:like|want)\b(?!,? but\b[^;]{0,12}\bnever\b)",
    r"\bonly (?:for|as|in|during) (?:[\w-]+ ){0,4}?(?:emergenc\w+|hotfix\w*|exceptional|rare|trivial|docs?|documentation)\b|\b(?:emergenc(?:y|ies)|hotfix(?:es)?) (?:only|may|can|are)\b|\b(?:last resort)\b",
    r"\bhere not\b|\bnot here\b|\b(?:in|for|at) (?:the |an)other (?:project|repo|repository|team|codebase|company|monorepo)s?\b",
    r"\b(?:no longer|used to be|previously|formerly|deprecated|legacy)\b",
    r"\b(?:the user|user|they|someone|colleague|developer) (?:may|might|will|could) (?:say|ask|want|tell)\b|\b(?:says|said|saying|claims?|thinks?|believes?|myth|excuse) (?:that )?[\"']",
)

# Searched at the start of a sentence nested below the one that would bind.
SUB_VETOES = (
    r"(?:unless|except|exceptions?|only (?:if|when|for|after|with)|allowed|permitted|ok(?:ay)? (?:to|if|when|for)|fine (?:to|if|when|for)|not (?:required|needed|necessary)|need not|optional|skip (?:this|it|for|if|when|tests)|this (?:does not|rule does not) apply|does not apply|if the user|when the user|ask (?:first|the user|me)|may (?:be )?skip|you (?:may|can) (?:skip|omit|bypass|force|use)|(?:feature|personal|your own|topic) branches (?:are|may|can)|can be skipped|acceptable (?:if|when|for))\b",
)

SILENT_LABELS = (
    r"\b(?:bad|wrong|incorrect|examples?|counter-?examples?|^before|instead of|not this|good|sample|question|q|faq|exceptions?|except|quote|user|assistant|human|output|todo|changelog|deprecated|legacy|(?<!not )optional(?:ly)?|rationali[sz]ations?|excuses?|thoughts?|symptoms?|red flags?|troubleshooting|(?<!not )allowed|(?<!not )permitted|permissions?|ask first|requires? (?:explicit |human |user )?(?:approval|confirmation|permission|consent)|needs? (?:approval|confirmation|permission)|approval required|with (?:approval|permission|confirmation)|when asked|if asked|ask before[\w ]*|may|can|consider|nice to have|when to skip[\w ]*|when not to[\w ]*|❓|on request|only when asked|confirm (?:first|before[\w ]*)|human approval)(?: \([^)]*\))?\s*[:?]?\s*$",
    r"\?\s*$",
    r"^(?:q|question|faq|allowed|permitted|example|examples|bad|wrong|incorrect|exceptions?|exception|history|tl;dr of)\b",
)

NEGATIVE_LABELS = (
    r"(?:^|[:—(-] ?|\b(?:things|actions|commands|operations|patterns|practices|rules|you|agents?|claude|ai|absolute|git|what|hard|strict|critical|important|strictly|the|are|is) )(?:never|don'?t'?s?|never do|never do (?:this|these|any of (?:these|the following))|never use|never run|never,? ever|forbidden|prohibited|banned|disallowed|not allowed|not permitted|off[- ]limits|to never|to avoid|avoid|avoid this|to be avoided|what never to do|never to do|prohibitions?|hard limits|red lines|no-gos|taboos|deal-?breakers|hard stops|out of bounds|must never|no-?go'?s?|hard no'?s?|never (?:do )?the following|never do any of (?:these|the following)|what not to do|things not to do|forbidden (?:commands|actions|operations|patterns|practices|things)|prohibited (?:commands|actions|operations|patterns|practices)|banned (?:commands|actions)|nevers|anti-?patterns?(?: to never)?|boundaries: never|always never)(?: \([^)]*\)| — .*)?\s*:?\s*$",
    r"^(?:never(?! (?:skim|guess|rush|assume|wait|hesitate|stop|worry|improvise|be|skimp|cut corners)\b)|forbidden|prohibited|banned|disallowed|anti-?patterns?)(?: [\w-]+){0,7}\s*:?\s*$",
)

POSITIVE_LABELS = (
    r"(?:^|[:—(-] ?|\b(?:things|you) )(?:do|dos|do'?s|always|must|always do|must do|required|mandatory|requirements?|do this|always do (?:this|these)|to do|should)\s*:?\s*$",
    r"^never forget\b",
)

# Words that make a sentence a directive, for counting; matched in its plain form.
DIRECTIVES = (
    r"\b(?:never|always|must|should|shall|required|mandatory|forbidden|prohibited|not allowed|ensure|need to|needs to|have to|has to)\b",
    r"^(?:use|run|follow|write|keep|add|prefer|check|update|create|make|put|place|read|commit|push|test|fix|format|lint|document|name|include|remove|delete|handle|validate|verify|return|throw|raise|import|export|define|declare|store|set|start|stop|build|install|do|let|leave|respect|match|mirror|reuse|extract|split|group|order|wrap|mock|assert|log|ask|report|explain|review|open|close|limit|bump|pin|tag|rebase|squash|stick to|treat|think|consider|only|no|implement|apply|call|default to|favor|favour|maintain|provide|specify|state|cite|search|look|work|propose|confirm|wait|escalate|plan|break|move|register|translate|enable|disable|adhere|obey|sanitize|sanitise|escape|encode|cache|avoid|skip|generate|regenerate|preserve|annotate|type|catch|inject|isolate|minimi[sz]e|optimi[sz]e|refactor|simplify|replace|rename)\b",
)
