"""The catalog: detectors for rules that many people write, bound by what a rule says (FR-16, AD-12).

Literals only; imports nothing. Each entry:

``detector``    a declarative detector with its ``examples``; an id means one thing in every row, whatever
                the text that bound it. An entry that restates a shipped detector means the same.
``pattern``     alternatives joined under one anchor at the start of a sentence in its plain form.
``terms``       which ``TERMS`` of the vocabulary are put into the sentence first, in this order.
``keywords``    groups of words and parts of words, with a space where a word begins or ends; what does not hold
                one of each group does not bind.
``unless``      a sentence in which one of these is found does not bind.
``not_under``   nor does one under a label in which one of these is found.
``known_misses``  rules of this shape, and commands, that are not seen.
"""

ENTRIES = [
    {
        "detector": {
            "id": "testing/test-after-change",
            "rule": "testing",
            "event": "session",
            "description": "Counts edits of files that a test run follows within 50 events. Opportunity: each Write, Edit, "
                           "MultiEdit or NotebookEdit of a file that is not prose. Undecided: an edit after which only something "
                           "ran of which cannot be told whether it runs tests (a script, a remote command).",
            "when": {
                "order": {
                    "first": {
                        "all": [
                            {"tool": {"name": ["Write", "Edit", "MultiEdit", "NotebookEdit"]}},
                            {"not": {"arg": {"field": ["file_path", "notebook_path"],
                                             "path_glob": ["*.md", "*.mdx", "*.mdc", "*.markdown", "*.rst", "*.adoc", "*.txt", "LICENSE*", ".gitignore"]}}},
                        ]
                    },
                    "then": {"command": {"runs": "tests"}},
                    "within": 50,
                }
            },
            "examples": {
                "fire": [
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "pytest -q"}}], "note": "tests right after an edit"},
                    {"events": [{"kind": "tool_use", "name": "Write", "input": {"file_path": "/w/a.ts"}},
                                {"kind": "assistant_text", "text": "now the tests"},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "cd web && npm run test:unit"}}], "note": "a named test script"},
                    {"events": [{"kind": "tool_use", "name": "MultiEdit", "input": {"file_path": "/w/src/lib.rs"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "cargo nextest run"}}], "note": "another runner"},
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.go"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "gofmt -l ."}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "bash -lc 'go test ./...'"}}], "note": "through a shell, later"},
                ],
                "skip": [
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}}], "note": "no tests at all"},
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/README.md"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "pytest"}}], "note": "prose needs no tests"},
                    {"events": [{"kind": "tool_use", "name": "Bash", "input": {"command": "pytest"}},
                                {"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}}], "note": "tests before the edit"},
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "pytest --collect-only"}}], "note": "nothing ran"},
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "./scripts/check.sh"}}], "note": "cannot be told"},
                    {"events": [{"kind": "tool_use", "name": "Edit", "input": {"file_path": "/w/a.py"}},
                                {"kind": "tool_use", "name": "Bash", "input": {"command": "pip install pytest"}}], "note": "installs a runner"},
                ],
            },
        },
        "terms": ("when", "tests", "banned"),
        "keywords": (("test", "spec", "suite", " tox ", " nox ", "phpunit", " jest "),
                     ("before", " prior ", " after", " when", " once ", " every", " each ", "always", "until", "unless", "without", " done", "complet", "finish", "verify", "validat", "fail",
                      "checklist", "commit", " pass", "chang", " final", " last ", " end ", " push", " merg", " red ", " green ", " then ", " pr ", " prs ", "claim", "require", " first", "follow")),
        "pattern": (
            r"{pre}(?:"
            r"\b(?:changes?|edits?|code|fix|implement\w*|refactor\w*|done|finish\w*|work)\b[^;:?]{0,40}?,? (?:and )?then {go} {list}<tests>"
            r"|\b(?:commit|push|merge|pr|change|edit)\w*[^;?]{0,20}? without [^;?]{0,40}?<tests>[^;?]{0,20}? {forbidden}"
            r"|\bnever [^;?]{0,50}?\b(?:with|on|over) (?:any )?(?:red|failing|broken|non-passing) <tests>"
            r"|\b(?:chang|edit|modif|touch|refactor|implement|writ|fix)\w*[^;?]{0,60}?[ ,;]{go} {list}<tests>[^;?]{0,20}? (?:afterwards?|after (?:it|that|them)|straight away|immediately|right away)"
            r"|\b(?:never|no|nothing)\b[^;?]{0,80}?\b(?:without|until|unless|before|while)\b(?=[^;?]*\b(?:run\w*|ran|pass\w*|green|fail\w*|red|broken|succe\w+|execut\w+|clean)\b)(?:(?!\b(?:add|writ|updat|creat|skip|review)\w*)[^;?]){0,60}?<tests>"
            r"|<when>[^;:?]{0,60}?[ ,:—(]<tests>[^;?]{0,40}? (?:must|should|needs? to|have to|has to|shall|is to|are to|gets?|is|are)(?: \w+){0,2}? (?:{pass}|(?:be )?(?:re)?(?:run|executed|launched|invoked))\b"
            r"|\b(?:done|complete|completed|finished|ready|mergeable|shippable)\b[^;]{0,40}? (?:until|unless|only (?:when|after|if|once|with)|once|without|before) {list}<tests>[^;]{0,30}? (?:{pass}|(?:have |has )?(?:been )?run\b)"
            r"|\b(?:unfinished|incomplete|in progress|not done|undone|open|a draft) (?:until|while|as long as|so long as|unless) {list}<tests>"
            r"|\b(?:edit|change|code|implement|write|fix|refactor)\w*[^;:]{0,30}?(?:→|->|=>|, then|,)[^;:]{0,20}?<tests>[^;:]{0,30}?(?:→|->|=>|, then|,|then) ?(?:and )?(?:commit|push|pr\b|done|finish|open)"
            r")",
            r"{say}(?:"
            r"<tests>[^;?]{0,60}? (?:must|should|needs? to|have to|has to|shall|is to|are to|to)(?: \w+){0,2}? (?:{pass}|(?:be )?(?:re)?(?:run|executed|launched|invoked))\b[^;?]{0,60}?<when>"
            r")",
            # Run the tests before you finish / after each change.
            r"{nocommit}[^;]{0,40}? (?:that|which|you|unless it|until it|before it) (?:(?:has|have|is|was|are)(?: not| never|n't)?|never)[^;]{0,30}?<tests>",
            r"{imp}{go} {list}<tests>[^;:]{0,40}?[;,.—] ?(?:and )?only then\b",
            r"<when>[^:;]{0,40}: [^;:]{0,80}?[,;+/] ?(?:and |then )?<tests>(?:$|[.,;!)]| and)",
            r"(?:each|every|all|a|the|your) [\w -]{1,40} (?:ends?|finish(?:es)?|closes?|concludes?) (?:with|in|by) {list}<tests>",
            r"(?:the )?(?:execution|running|passing) (?:of )?{list}<tests>[^;]{0,50}?<when>[^;]{0,10}? (?:is|are) (?:mandatory|required|obligatory|compulsory|expected|non-negotiable|a must)",
            r"<tests>(?:,| →| ->| =>|;| —)? ?(?:and )?(?:only )?(?:then )?(?:you )?(?:commit|push|merge|open (?:a|the) pr)(?=$|[.,;!])",
            r"only (?:when|if|once|after) {list}<tests>[^;?]{0,10}? {pass}[^;?]{0,40}?\b(?:done|complete|finished|ready|may|can|commit|push|merge)\b",
            r"<tests> first,? (?:and )?(?:then )?(?:commit|push|merge)",
            r"(?:any|each|every) (?:[\w-]+ )?(?:changes?|edits?|commits?|modifications?) ?(?:→|->|=>|:|—) ?(?:{go} )?{list}<tests>",
            r"[^;:?]{0,40}(?:&&|and|,|\+) ?<tests> (?:run|executed|done) <when>",
            r"(?:fix|work|iterate|repeat|keep|continue|go on)\b[^;?]{0,60}? until {list}<tests>[^;?]{0,20}? {pass}",
            r"(?:a |the |your |each |every )*(?:commits?|changes?|prs?|branch(?:es)?|code|work) (?:must|should|has to|have to|needs? to) (?:\w+ )?pass {list}<tests>",
            r"{imp}(?:get|have|see|bring|keep|make|leave) {list}<tests> (?:to )?(?:{pass}|passing|green)[^;]{0,30}?<when>",
            r"(?:each|every|any|no|all) (?:[\w-]+ ){0,3}?(?:changes?|edits?|commits?|pushes|push|prs?|merges?|tasks?|fix) (?:requires?|needs?|demands?|calls for|deserves|means|gets|comes with|without) (?:a |an |that )?{list}<tests>",
            r"(?:run|ran|execute|launch|invoke|perform|do|use|call|rerun|pass) {list}<tests>[^;]{0,90}?<when>",
            r"(?:only )?(?:{we} )?(?:always )?(?:runs?|execute|rerun) {list}<tests>[^;]{0,90}?<when>",
            r"{imp}{go} {list}<tests>[^;]{0,160}?<when>",
            r"{imp}{go} {list}<tests>(?:[^;]{0,60}?(?:,? (?:and )?(?:only )?then|→|->|=>|›)| first,?|,(?: and)?| and)(?: you may| you can)? (?!open (?!(?:[\w-]+ ){0,2}(?:prs?|pull|mrs?|merge)\b)){committing}\b",
            r"{imp}{go} {list}<tests>[^.;]{0,20}[;,.—] ?(?:and )?(?:only )?{committing} (?:only )?(?:when|if|once|after) (?:they|all|everything|it)\b[^;]{0,20}? {pass}",
            r"(?:(?:each|every|any|all|your|the|code) )*(?:changes?|edits?|commits?|modifications?|refactors?) (?:must|should|has to|have to|needs? to)(?: always)? be (?:followed by|accompanied by) {list}<tests>",
            r"{imp}(?:each|every|any|all) (?:[\w-]+ ){0,3}?(?:changes?|edits?|commits?|modifications?|refactors?) (?:is|are|gets?) (?:followed by|accompanied by|verified by|verified with|checked with|backed by|tested with) {list}<tests>",
            r"only {committing} [^;]{0,30}?(?:after|once|with|on|following) (?:a |an )?(?:successful|passing|green|clean|full|fresh|complete)[^;]{0,20}?<tests>",
            r"[^:;]{0,80}?<when>[^:;]{0,30}: (?:{go}|do) {list}<tests>",
            r"[^;]{0,40}?\bclaim\w*[^;]{0,40}? (?:require|need|demand)s? {list}<tests>",
            r"no (?:green |passing )?<tests>,? no (?:commit|merge|push|pr)|{pre}(?:red|failing|broken) <tests>[^;]{0,20}? (?:no|never|blocks?|means? no)\b [^;]{0,20}?{committing}",
            r"(?:prs?|pull requests?|mrs?|commits?|code|changes|work|branches) (?:with|that has|that have|having) (?:any )?(?:failing|broken|red) <tests> never (?:be )?(?:opened|merged|committed|pushed|submitted|accepted)",
            r"never {committing} (?:untested|unverified)\b[^;:]{0,20}?[;:,—] ?(?:always )?{go} {list}<tests>",
            r"(?:finish|end|close|complete|conclude|wrap up) (?:off )?(?:each|every|any|all|the|your|a) (?:[\w-]+ ){0,3}?(?:by {go}|with) {list}<tests>",
            r"(?:as )?(?:your |the |a )?(?:very )?(?:final|last) (?:step|action|check|thing)[^;]{0,40}?(?:\b{go} {list}|: ?)<tests>",
            # After each change, run the tests; a label or a lead-in may be the moment.
            r"<when>(?:[^;]{0,60}?[:,—-]| [^;]{0,40}?)?(?: |\()(?:[^;]{0,60}? )?(?:run|execute|rerun|re-verify|invoke|launch|perform) {list}<tests>",
            r"<when>(?:[^;]{0,60}?[:,—-]| [^;]{0,40}?)?(?: |\()(?:[^;]{0,60}? )?(?:ensure|verify|confirm|check|validate|double-check|see)(?: that)? {list}<tests>[^;]{0,40}? {pass}",
            r"<when>[^:;]{0,60}: (?:run |your |\W*)?<tests>(?:$|[.:;!),]| \(| — | - | => | → |,? (?:and|\+|then) (?:<tests>|[\w -]{1,30}(?: pass(?:es)?)?$)|[^;]{0,30}? {pass})",
            r"[^:;]{0,60}?<when>\)?[^;]{0,60}?[:,—] ?(?:all |the |any |your )*<tests>[^;]{0,40}? (?:must|should|need to|have to)? ?(?:{pass}|(?:be|is|are|gets?) (?:(?:re)?run|executed))",
            r"<when>[^:;]{0,60}: [^;]{0,60}?(?:,|,? and|/|\+|;) ?<tests>(?:,? and [\w -]{1,30})?(?: all)? {pass}",
            r"[^:;]{0,80}?\(?<when>\)?[^:;]{0,30}: (?:run )?<tests>(?:$|[.;:!)]| \(| — | - |,? (?:and|\+|then) )",
            r"(?:always )?test <when> ?[:,—] ?(?:run )?<tests>|[\w, ]{1,40}(?:,|,? and) test(?: everything| it| your changes| the project)? <when>",
            r"(?:verify|validate|check|test|confirm)(?: [\w']+){0,3}? (?:with|by running|using|via) {list}<tests>[^;]{0,40}?<when>",
            # Tests must pass before you commit.
            r"(?:green |passing )?<tests>(?: [\w ]{0,20})? {pass}[^;]{0,30}?<when>|(?:green|passing) <tests> <when>",
            r"<tests> ?(?:\(|— |: ?|- )(?:always |please )?(?:run|use|do|execute|required|{pass})(?: (?:this|it|them))?[^;]{0,30}?<when>",
            r"(?:all |every |each |any )*(?:commits?|changes?|code)(?: changes?)? (?:must|should|needs? to|has to|have to)(?: always| all)* pass {list}<tests>",
            r"(?:[\w ]{1,40} )(?:must|should|has to|have to)(?: always| all)? be (?:verified|validated|checked|tested) (?:by running|by executing|with|via|using|by) {list}<tests>",
            r"(?:[\w-]+ ?(?:\+|and|,|/) ?){1,3}<tests> <when>",
            r"<tests>(?: suite| runs?| run)?(?:,| —| -| \([^)]{0,40}\))? ?(?:required |mandatory |always |must )?<when>",
            # Never commit without running the tests, with failing tests, until they pass.
            r"{nocommit}[^;]{0,60}? without {list}<tests>(?: [\w]+)? {pass}",
            r"never (?:make|change|edit|modify|refactor|implement)\b[^;]{0,60}? without (?:first |then )?(?:running|executing) {list}<tests>",
            r"{nocommit}[^;]{0,80}?(?:with|if|while|when|until|unless)(?: you have| there are| any| known| all| the| an?)* (?:failing|broken|red) <tests>",
            r"{nocommit}[^;]{0,80}?(?:if|when|while|until|unless|before) {list}<tests>[^;]{0,40}? (?:(?:are |is |have been |have |still )*(?:fail|fails|failing|broken|red|run)\b|{pass})",
            r"{nocommit}[^;]{0,40}? (?:that|which) (?:fails?|breaks?|never pass|does not pass|has not passed) {list}<tests>",
            r"{nocommit}[^;]{0,80}?(?:if|while|when|with|until) (?:any|a|some|even one|one|a single)(?: of the)? (?:[\w-]+ )?tests? (?:is |are |still |currently )*(?:fail\w*|red|broken)",
            r"never (?:leave|end|finish|stop|hand)[^;]{0,40}?<tests>[^;]{0,20}? (?:broken|failing|red)[^;]{0,40}?<when>",
            r"(?:every |each |all |any )*commits? (?:must|should|has to|have to|needs? to)(?: always)? (?:leave|keep|have) {list}<tests> {pass}",
            r"never skip(?:ping)? (?:running )?(?:the )?<tests>[^;]{0,40}?<when>|never skip(?:ping)? running {list}<tests>",
            r"(?:only {committing}|(?:commit|push|merge|finish|submit|mark)\b) ?(?:[\w ]{0,30} )?(?:only )?(?:when|if|after|once) {list}<tests>[^;]{0,30}? {pass}",
            # Make sure all tests pass before committing.
            r"(?:ensure|verify|confirm|check|validate|double-check)(?: that)? {list}<tests>[^;]{0,40}? {pass}[^;]{0,60}?<when>",
            r"(?:verify|validate|confirm|check) (?:[\w']+ ){0,3}?(?:changes?|work|edits?|fix(?:es)?|implementations?)(?: [^;]{0,30}?)? (?:by running|by executing|with|via|by) {list}<tests>",
            r"(?:run|execute) {list}<tests>[^;]{0,30}? to (?:verify|validate|confirm|ensure|check)[^;]{0,30}?(?:your (?:changes|work|edits)|the changes?|changes|no regressions?|nothing (?:is |was |has |else )?bro)",
            r"(?:you |we |agents? |the agent )?(?:must |should )?always (?:run|execute) <tests>(?: (?:and (?:ensure|verify|make|confirm|fix)[^;]*|locally|yourself))?(?:$|[.!,;])",
            # A task is not done until the tests pass.
            r"(?:[\w' ]{0,40} )?(?:is|are)(?: not| never| only)?(?: considered)? (?:done|complete|completed|finished|ready)[^;]{0,40}? (?:until|unless|only (?:when|after|if|once)|when|if|without) {list}<tests>[^;]{0,30}? (?:{pass}|(?:have |has )?(?:been )?run\b)",
            r"(?:[\w' ]{0,40} )?(?:is|are) (?:not|never) (?:considered )?(?:done|complete|completed|finished|ready)[^;]{0,40}? without {list}(?:passing |green |successful |running |a )*<tests>",
            r"(?:done|complete|finished)(?: means| =|:) {list}<tests>[^;]{0,30}? {pass}",
            r"(?:write|add|update|create)[^;]{0,60}?<tests>[^;]{0,60}?(?:run them|run it|(?:ensure|verify|check|confirm) (?:they|everything|all)[^;]{0,20}? pass)[^;]{0,40}?<when>",
            r"(?:running|executing|passing) {list}<tests>[^;]{0,50}?<when>[^;]{0,10}? (?:is|are) (?:mandatory|required|non-negotiable|a must)",
        ),
        "unless": (
            r"\bautomatic(?:ally)?\b|\b(?:in|on|by|via|through) (?:the )?(?:ci|github actions|pipeline)\b|\bci (?:will|runs?|executes|must|should|pipeline|checks?|jobs?|server|does)\b",
            r"\bhooks? (?:will |already |also |then )?(?:runs?|executes?|do|does|handles?|checks?)\b|\b(?:by|via|through|in) (?:the |a )?(?:pre-?commit|pre-?push|husky|git|stop|posttooluse) ?hooks?\b|\bhandled by\b",
            r"(?<!never )\b(?:skip|omit)\b|\bnever (?:run|execute) (?:the )?(?:full |whole |entire )?<tests>|\b(?:not|without) (?:run|running) <tests>[^;]{0,20}<when>",
            r"\bdoc(?:s|umentation)?[- ]only\b|\bif (?:the |your |a )?(?:changes?|diff|prs?) (?:is|are|only|touch\w*)\b|\bonly (?:doc|docs|comments?|markdown)\b",
            r"(?<!finished )(?<!complete )(?<!completed )(?<!done )(?<!ready )\bonly (?:if|when) (?!(?:all |the |every |your )*(?:<tests>|they|it |everything|green))|\bload tests?\b|\bmanual(?:ly)? test|^(?:(?:the|a|an|our|each|every) )*(?:users?|reviewers?|maintainers?|bots?|ci|server|workflow|qa|release managers?|humans?) ",
        ),
        "not_under": (r"\bci\b|\bci/cd\b|\bcontinuous\b|\bgithub actions\b|\bpipelines?\b|\bhooks?\b|\bdeploy\w*|\breleas\w+|\bjenkins\b|\bautomat\w+",),
        "known_misses": (
            "a rule that names no moment: \"All tests must pass\"",
            "a rule for one directory, language or kind of change",
            "tests run through a script or a target whose name does not say so",
        ),
    },
    {
        "detector": {
            "id": "verification/no-verify",
            "rule": "verification",
            "event": "bash",
            "description": "Counts git commands that skip the repository's hooks, as the shipped detector of this id does. "
                           "Undecided: options in a variable.",
            "when": {"git": {"skips_hooks": True}},
            "examples": {
                "fire": [
                    {"bash": "git commit --no-verify -m wip"},
                    {"bash": "git commit -anm wip", "note": "a cluster"},
                    {"bash": "git push --no-verify origin main"},
                    {"bash": "HUSKY=0 git commit -m wip", "note": "the hook manager's own switch"},
                    {"bash": "git -c core.hooksPath=/dev/null commit -m wip"},
                ],
                "skip": [
                    {"bash": "git commit -m 'drop --no-verify'", "note": "a value is no option"},
                    {"bash": "git push -n", "note": "-n is --dry-run there"},
                    {"bash": "git commit -m wip"},
                    {"bash": "echo git commit --no-verify"},
                    {"bash": "git commit $FLAGS -m wip", "note": "not known"},
                    {"bash": "grep -rn -- --no-verify ."},
                ],
            },
        },
        "terms": ("nv", "hook", "skip", "banned"),
        "keywords": ((" verify ", " n ", "hook", " pre ", "precommit", "husky", "lefthook", "checks", "gates", "validation"),
                     (" verify ", " n ", "enabled", "off", "trick", "silenc", "uninstall", "comment", "unset", "deactivat", "neuter", "omit", "run", "pass", "skip", "bypass", "disab", "circumvent", "ignor",
                      "around", "evad", "suppress", "turn", "overrid", "sidestep", "defeat", "subvert", "dodge", " let ", "without")),
        "pattern": (
            r"{pre}(?:"
            r"\bnever:? {gap}(?:[(\"]|--no-gpg-sign/)?<nv>"
            r"|\bnever:? {gap}<skip> (?:[\w'-]+ ){0,4}?<hook>(?! in\b)"
            r"|<nv>[^;?]{0,50}? {forbidden}"
            r"|\b(?:instead of|rather than|in place of|over|without) [^;?]{0,40}?<nv>"
            r"|(?:<hook>|git hooks)[^?]{0,100}?[ (](?:never <skip> (?:it|them|these|those)\b|<skip>(?: (?:it|them|these|those))?(?: \w+)? {forbidden})"
            r"|\bnever:? {committing}\b[^;?]{0,20}? (?:with|through|past|over|on|despite) (?:the |a |any )*(?:disabled|skipped|deactivated|bypassed|muted|failing|broken|red) (?:<hook>|(?:git )?hooks?)"
            r"|<nv>[^?]{0,80}?\bnever (?:use|pass|add|do|touch|try|set) (?:it|that|this|so|them)\b"
            r"|\bno <skip> (?:of )?(?:[\w'-]+ ){0,3}?<hook>"
            r"|\bno (?:[\w-]+ ){0,3}?<nv>"
            r"|(?:<hook>|<nv>)(?: [\w-]+){0,3}? never (?:be )?(?:skipped|bypassed|disabled|circumvented|ignored|turned off|overridden|evaded|sidestepped|worked around|suppressed|used|passed|added)\b"
            r")",
            r"(?:always )?(?:commit|push)\b[^;?]{0,30}? without <skip> (?:[\w'-]+ ){0,3}?(?:<hook>|hooks)",
            r"(?:the |all |your )*(?:<hook>|git hooks) (?:must|have to|has to|should|need to|are to)(?: \w+)? (?:stay|remain|be|be kept|be left) (?:enabled|active|on|in place|switched on|intact|respected|honou?red)",
            r"(?:(?:all|every|each|any|your) )*commits? (?:must|should|has to|have to|needs? to)(?: always| all)* (?:go|pass|run|come)(?: through)? (?:[\w-]+ )?<hook>",
            r"never:? (?:[^;:]{1,60}?(?:,|/| or| and)(?: or| and)? )?<skip>(?:(?:,? (?:or|and)|/|,) (?:<skip>|modify|remove|delete|edit|weaken))*(?: or\b)?(?: on| past| of)? (?:(?:the|any|failing|a|our|your|configured|existing|all) )*<hook>",
            r"never:? <skip> (?:(?:the|any|all|your|our) )*hooks(?![\w-])[^;]{0,60}?(?:<nv>|\bcommit|\bgit\b|\bpush)",
            r"(?:always )?(?:commit|push)\b[^;]{0,30}? without (?:using |the |any |ever )*<nv>",
            r"never:? {committing}\b[^;]{0,30}? with (?:the |any |git |all )*(?:hooks|<hook>) (?:disabled|skipped|bypassed|off|turned off)",
            r"no (?:(?:hooks?|<hook>)[- ](?:bypass|bypasses|bypassing|skip|skips|skipping)|(?:bypass|bypasses) of (?:the )?(?:hooks|<hook>))",
            r"(?:[\w' ]{1,30} )?<hook>.{0,40}?(?:;|—|,|:|and|-|\() ?(?:so )?never <skip> (?:them|it|hooks)\b|<hook>(?::| —| -|,) ?never <skip>(?:$|[.,;!])",
            r"<skip> (?:(?:the|any|all|our) )*(?:<hook>|git hooks)(?: (?:with|using|via) <nv>)?(?: is| are)? {forbidden}",
            r"(?:<hook>|hooks)[^;]{0,20}? never (?:be )?(?:skipped|bypassed|disabled|circumvented)[^;]{0,40}?<nv>",
            r"no (?:git )?(?:commits?|pushes|commits? (?:or|and) pushes) (?:with|using) <nv>",
            r"<hook> (?:must|should)(?: always)? (?:run|pass|succeed).{0,60}?(?:never|no) (?:<skip>|{use} <nv>|<nv>)",
            r"(?:if|when) .{0,60}?(?:hooks?|<hook>)\b.{0,40}? (?:fails?|failed|failures?|blocks?|rejects?|errors?|complains?|catches?|finds?|flags?|reports?|stops?|breaks?)\b.{0,120}?never (?:just |simply )?<skip> (?:it|them|the hooks?|hooks|<hook>|the check)",
            r"(?:if|when) [^;]{0,60}? (?:is|are|was|gets) (?:rejected|blocked|refused|stopped)[^;]{0,60}?never [^;,]{0,40}?<nv>",
            r"[^;]{0,80}?(?:,|—|;|-) (?:and )?(?:not|never|instead of|rather than) (?:be )?(?:skipped|bypassed|ignored|circumvented|worked around|silenced) (?:with|using|via|by) <nv>",
            r"(?:if|when) [^;]{0,40}?(?:hooks?|<hook>)\b[^;]{0,80}?(?:instead of|rather than) <skip>(?: (?:it|them|the hooks?|hooks|<hook>))?{end}",
            r"(?:(?:if|when) .{0,100}?, )?(?:always |please )?(?:fix|address|resolve|investigate|correct) .{0,90}?(?:instead of|rather than|never|not|and not|over)(?: just| simply)? (?:{use} |committing with |pushing with )*(?:<nv>|<skip>(?: (?:it|them))? (?:with |using |via )<nv>|<skip> (?:the |any )?(?:<hook>|hooks?)(?![\w-]))",
            r"(?:always )?let (?:the )?<hook> (?:always )?run",
            r"never:? (?:commit|committing|push|pushing)[^;:]{0,40}? without (?:running |passing |letting )?(?:the )?<hook>(?: pass(?:ing)?| run(?:ning)?)?(?:$|[.,;!)])",
        ),
        "unless": (
            r"\b(?:cargo|npm|pnpm|yarn|twine|helm|supabase|vercel|expo|gem|terraform|docker|curl|wget) (?:[\w-]+ )?(?:publish|push|upload|install|deploy|functions)?[^;]{0,20}<nv>",
            r"<nv> (?:to|in) (?:the |our |any |your )*(?:doc\w*|readme|tutorials?|examples?|guides?|scripts? of)\b",
            r"\breact\b|\bcomponents?\b|\bconditional(?:ly)?\b|\bcustom hooks?\b|\bclaude(?: code)? hooks?\b|\blifecycle\b|\bus(?:e)?(?:state|effect|memo|callback)\b|\bvue\b|\bwordpress\b|\bwebhooks?\b",
        ),
        "not_under": (r"\breact\b|\bwebhooks?\b|\bclaude(?: code)? hooks?\b|\bcustom hooks?\b|\bvue\b|\bcomponents?\b",),
        "known_misses": ("\"Never skip hooks\" without a word about git", "\"Always run pre-commit\": the tool, not the hook"),
    },
    {
        "detector": {
            "id": "git-safety/force-push-default",
            "rule": "git-safety",
            "event": "bash",
            "description": "Counts git pushes that force main or master: -f, --force, --force-with-lease, +ref, --mirror, deletion. "
                           "Undecided: a branch the words do not give (a bare `git push -f`, a variable).",
            "when": {"git": {"force_pushes": "default"}},
            "examples": {
                "fire": [
                    {"bash": "git push --force origin main"},
                    {"bash": "git push -f origin master"},
                    {"bash": "git push origin +main", "note": "a plus forces"},
                    {"bash": "git push --force-with-lease origin HEAD:main"},
                    {"bash": "git -C repo push -fu origin main"},
                ],
                "skip": [
                    {"bash": "git push origin main"},
                    {"bash": "git push --force origin feature/main-menu", "note": "another branch"},
                    {"bash": "git push --force", "note": "the branch is not known"},
                    {"bash": "git push --no-force origin main"},
                    {"bash": "git push --force origin \"$BRANCH\"", "note": "not known"},
                    {"bash": "git fetch --force origin main"},
                ],
            },
        },
        "terms": ("fp", "def", "banned"),
        "keywords": (("force", " f "), ("push", "lease")),
        "pattern": (
            r"{pre}(?:"
            r"\bnever:? {gap}<fp>(?:{end}|[^;:.]{0,30}? <def>)"
            r"|<fp>(?:[^;?]{0,50}? <def>|(?: (?:itself|here|anything|to it|it))*)(?: (?:is|are))?(?: —|:|,| =)? {forbidden}"
            r"|(?:instead of|rather than|over|in place of) (?:{use} )*<fp>(?: (?:to|on) <def>)?{end}"
            r"|\b(?:no|zero|without) (?:{use} )*<fp>{end}"
            r"|<fp>[,)][^;?]{0,60}?(?:is|are)? {forbidden}"
            r"|<def>[^;?]{0,50}?[;,—:] ?(?:so )?never <fp> (?:it|them)\b"
            r"|<fp>[^?]{0,80}?\bnever (?:do|try|attempt|use) (?:it|that|this|so|them)\b"
            r"|\bpush(?:es|ing)?\b[^;?]{0,30}?<def>[^;?]{0,50}?\b(?:no|never|without) (?:{use} )*(?:--force|-f|force)(?![\w-])"
            r"|\bpush(?:es|ing)? [^;?]{0,40}?(?:with|by|using|via) (?:--force|-f|force)(?![\w-])[^;?]{0,30}? {forbidden}"
            r"|(?:<def>|\bpush(?:es|ing)?(?! notif)) [^;?]{0,30}?never (?:be )?(?:forced|pushed [^;?]{0,20}?(?:force|--force|-f))(?![\w-])"
            r"|\b(?:never|no):? (?:{use} )*(?:--force|-f|force)(?: ?/ ?-f| or -f| or --force-with-lease| ?/ ?--force-with-lease)?(?: flags?)? (?:on|to|(?:when|while|if) (?:you |we )?(?:are )?push(?:ing|es)?(?: to)?|with pushes to|against|with git push(?: to| on)?|while pushing to) (?:[^;]{0,20}? )?<def>"
            r")",
            r"(?:instead of|rather than) <fp>[^;?]{0,40}?, ",
            r"[^;?]{0,100}?,? not (?:with |by |via |through |using )(?:a |an |any )?<fp>{end}",
            r"(?:the )?(?:--force|-f)(?: or (?:--force|-f))?(?: flag| option)? (?:never|<banned>) [^;:]{0,40}?\bgit push",
            r"never:? (?:{use} )*(?:[^;:]{1,70}?(?:,|/| or| and| nor| such as| like|e\.g\.,?| including| \()(?:(?: or| and| nor)? )?(?:{use} )*)?<fp>(?:{end}|(?: (?:anything|commits|changes|code|directly|ever|a branch|branches|history|your changes|that|which|are|is|already))*(?: (?:to|on|onto|against|over|into|in|at))? (?:[^;:.]{0,40}?(?:,|/| or| and|\() ?)?(?:[\w-]+ ){0,1}?<def>)",
            r"no (?:{use} )*(?:[^;:]{1,40}?(?:,|/| or| and) (?:no )?)?<fp>(?:{end}|(?: (?:to|on|onto|against))? (?:[^;:]{0,30}? )?<def>)",
            r"never:? (?:{use} )*<fp> to (?:fix|resolve|solve|overwrite|rewrite|undo|clean|recover|bypass|hide|remove|update)\b(?! (?:a |the |your )?(?:feature|own|pr|topic))",
            r"never:? (?:{use} )*(?:git )?push --force-with-lease (?:to |on |origin )+(?:[^;]{0,20}? )?<def>",
            r"(?:the )?<def>(?: [\w ]{0,20})? never (?:be )?<fp>|never:? rewrit(?:e|ing)[^;]{0,60}? (?:with|by|via|using) (?:an? )?<fp>{end}",
            r"never:? push(?:ing)? (?:[\w ]{0,20} )?(?:to )?<def>[^;]{0,20}? with (?:--force|-f|force)(?![\w-])",
            r"never:? push(?:ing)? with (?:--force|-f|force)(?![\w-])(?: to <def>)?{end}",
        ),
        "unless": (
            r"(?<!never )\b(?:use|using|prefer|with|only|but|except|allow\w*|via|try|→|->|=>)(?: git push)? --force-with-lease|\bwithout --force-with-lease|--force-with-lease (?:instead|only|is|if|when)",
            r"<fp> (?:into|onto|on) (?:the |a )*(?:queue|stack|array|list|buffer|channel)\b",
            r"\b(?:docker|podman|npm|pnpm|yarn|helm|gem|cargo|terraform|supabase|prisma|heroku|dvc|nuget|pip) (?:[\w-]+ )?<fp>",
            r"^(?!.*<def>).*(?:\b(?:to|on|onto|over) (?:(?:a|an|the|any|another|other|your|existing|open) )*(?:feature|topic|maintenance|release|hotfix|others?'?|someone(?: else)?'s|other people'?s?|another|contributors?'?|colleagues?'?|fork|gh-pages|personal|external|upstream|third-party|team|collaborat\w+|staging|develop|dev|production)\b)",
            r"\b(?:after|once|while|during|mid-) ?(?:[\w-]+ ){0,4}?(?:review\w*|prs?|pull requests?|approved|opened|approval)\b",
            r"\b(?:your|my|their) own (?:feature )?branch|\baren't your own|\bnot your own|\byou (?:don't|never) own",
        ),
        "not_under": (),
        "known_misses": ("a rule on shared branches that names --force-with-lease as the way out", "a default branch of another name than main and master"),
    },
    {
        "detector": {
            "id": "package-manager/pip-install",
            "rule": "package-manager",
            "event": "bash",
            "description": "Counts `pip install`, by any name of pip (pip3, python -m pip). `uv pip install` is uv's.",
            "when": {"command": {"installs_with": "pip"}},
            "examples": {
                "fire": [
                    {"bash": "pip install requests"},
                    {"bash": "python3 -m pip install -U requests"},
                    {"bash": "pip3 install -r requirements.txt"},
                    {"bash": "cd api && .venv/bin/pip install -e ."},
                    {"bash": "sudo pip install requests"},
                ],
                "skip": [
                    {"bash": "uv pip install requests", "note": "uv's own command"},
                    {"bash": "uv add requests"},
                    {"bash": "pip list"},
                    {"bash": "pip uninstall -y requests"},
                    {"bash": "echo pip install requests"},
                    {"bash": "pip download requests"},
                ],
            },
        },
        "terms": ("uvcmd", "uv", "conda", "pip", "deps", "banned"),
        "keywords": ((" pip ", " pip3", " uv ", " uvx ", "poetry", " pdm ", " rye "),),
        "pattern": (
            r"{pre}(?:"
            r"\bnever:? (?!(?:mix|upgrade|update|pin|cache|commit|uninstall|break|trust|confuse|vendor|replace)\b){gap}<pip>(?: directly| manually| yourself| usage| use| calls?| commands?| installs?)?{end}"
            r"|\bnever:? (?:{use} )*<pip>(?: [\w-]+)? ?(?:→|->|=>)"
            r"|<pip>(?: never(?:$|[.,;:!])|(?: [\w-]+| \(or [^)]*\)){0,5}? (?!never(?:$|[.,;:!])){forbidden})"
            r"|\b(?:wherever|whenever|where|when|if|anywhere|anytime|each time|every time)\b[^;?]{0,60}?<pip>[^;?]{0,30}?[, ] ?(?:use|run|read|do|substitute|type|reach for|translate[^;]{0,20}? to|replace it with|swap it for|prefer) (?:<uv>|<uvcmd>|<conda>)"
            r"|\bnever:? (?:{use} )*<pip>(?: [\w-]+)? (?:do:|<uv>|<uvcmd>)"
            r"|<pip>[^?]{0,80}?\bnever (?:use|run|call|touch|invoke|do) (?:it|that|this)\b"
            r"|\bnever:? (?:{use} )+{tools}<pip> (?:in|from|inside|within) [^;?,]{1,40}?(?:,|;|—|\() ?(?:use|prefer|run|always|!|only|instead)"
            r"|\bkeep <pip> out\b"
            r"|\bhands off <pip>"
            r"|\bnot (?:with |via |through |from )?<pip>,? but (?:with |via |through |from )?(?:<uv>|<uvcmd>)"
            r"|<pip> no{end}"
            r"|\bleave <pip> (?:alone|out|be)\b"
            r"|(?:use|run) nothing (?:but|except|other than) <uv>(?!.*<pip>)"
            r")",
            # Never use pip.
            r"(?:forget|ditch|drop|banish|ban)(?: about)? <pip>{end}",
            r"(?:always )?use (?:<uv>|<uvcmd>) (?:wherever|whenever|everywhere) you would (?:have )?(?:{use} )*<pip>",
            r"(?:(?:if|when|to) [^,;?]{1,60}, )?{say}(?:<uv>|<uvcmd>|<conda>)[^;?]{0,90}?(?:\b|\(){neg} (?:(?:{use}|from|by) )*{tools}<pip>(?: directly)?(?:{end}| (?:for|to) | -[\w-]+)",
            r"<deps>[^;?]{0,30}? (?:go|goes|happen|happens|done|come|run|live)s? (?:only |exclusively |solely |always )?(?:through|via|with|by) <uv>(?!.*<pip>)",
            r"<uv> (?:›|>) <pip>",
            r"(?:the |our )?(?:only|sole|single) (?:\w+ )?(?:<deps>|package manager|installer|tool)[^;?]{0,40}? is <uv>(?!.*<pip>)",
            r"<uv> (?:is|as) (?:the|our) (?:only|sole|one|single|exclusive)\b(?!.*<pip>)",
            r"never:? (?:{use} )*{tools}<pip>(?: directly| manually)?(?:{end}| (?:for|to) (?:anything|<deps>|(?:install|manage|add|installing|managing|adding)(?: [\w-]+)?(?: <deps>)?|everything){end}| in (?:this|the|our) (?:project|repo\w*|codebase|monorepo)| on this (?:project|repo\w*)|(?:,| or|/) ?{tools})",
            # Use uv, not pip.
            r"(?:instead of|rather than|in place of|replace|not) (?:{use} )*{tools}<pip>(?: [^;]{0,30}?)?(?:,| →| ->| =>| —|:|;)? ?(?:always |please )?(?:use|run|prefer|with|by) (?:<uv>|<uvcmd>|<conda>)",
            r"prefer (?:<uv>|<uvcmd>|<conda>) to {tools}<pip>{end}",
            # pip is forbidden.
            r"no (?:{use} |direct |bare |raw )*{tools}<pip>(?: usage| use)?{end}",
            r"(?:not|no|never) {tools}<pip>(?:$|[.!])",
            # uv and nothing else.
            r"(?:use|run) (?:exclusively |only )?<uv>(?: exclusively| only)? (?:for|to (?:manage|install|add|handle|resolve)) (?:all |everything |any |python )*<deps>(?!.*<pip>)",
            r"use <uv> as (?:(?:the|your|our) )?(?:python )?<deps>(?!.*<pip>)",
            r"(?:{we} )?(?:uses?|is managed (?:with|by)|are managed (?:with|by)) <uv> (?:exclusively|only)(?!.*<pip>)",
            r"(?:{we} )?(?:only uses?|exclusively uses?|uses? only|runs? only|always uses?) <uv>(?: (?:for|to) [\w <>,-]{0,60})?(?:$|[.,;!(])(?!.*<pip>)",
            r"(?:always |only )(?:manage|install|add|handle) (?:<deps>|[\w ]{1,30}) (?:with|using|via|through) (?:<uv>|<uvcmd>)(?!.*<pip>)",
            r"(?:manage|install|add|handle) <deps> (?:only|exclusively|always) (?:with|using|via|through) <uv>(?!.*<pip>)",
            r"<deps> (?:must|should)(?: always| only)? be (?:managed|installed|added|handled)(?:,? (?:and )?\w+){0,4}? (?:only |exclusively |solely )?(?:with|using|via|through|by) <uv>(?!.*<pip>)",
            r"<deps> (?:is|are) (?:managed|installed|added|handled) (?:only|exclusively|solely) (?:with|using|via|through|by) <uv>(?!.*<pip>)",
        ),
        "unless": (
            r"\bglobal(?:ly)?\b|\bsudo\b|--user\b|--break-system-packages|\boutside\b|\bsystem[- ]wide\b|\bsystem(?:'s)? (?:python|pip)|\bwithout (?:a |an |the |first |activating )*(?:virtual|venv|activ|virtualenv)|\bbase environment|\binto the system",
            r"^(?:(?!<uv>|<uvcmd>|<conda>).)*\b(?:never (?:{use} )*(?:<uv>|<uvcmd>)(?![^;]{0,40}<pip>)|(?:not|instead of|over|rather than) (?:{use} )*(?:<uv>|<uvcmd>))",
            r"--upgrade\b|\brequirements files?\b|\bsystem <pip>|\binstall(?:ing)? <uv> (?:with|via|using|by|from) <pip>|\b(?:tools?|clis?) (?:with|via|using) <pip>",
        ),
        "not_under": (r"\bdocker\w*\b|\bci\b",),
        "known_misses": ("\"This project uses uv\": a description", "a rule on another package manager than pip", "a rule on pip outside a virtual environment"),
    },
    {
        "detector": {
            "id": "transcript-hygiene/whole-file-cat",
            "rule": "transcript-hygiene",
            "event": "bash",
            "description": "Counts commands that print a whole file with `cat`, as the shipped detector of this id does. "
                           "Undecided: operands that are expansions, substitutions or globs.",
            "when": {
                "command": {
                    "program": "cat",
                    "arg_count": {"min": 1},
                    "first_operand": {"none_of": ["-", "{}"]},
                    "none_of": ["--help", "--version", "-", "{}", "xargs", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/null"],
                    "sole_segment": True,
                    "redirect": False,
                }
            },
            "examples": {
                "fire": [
                    {"bash": "cat src/app.py"},
                    {"bash": "cd src && cat -n app.py"},
                    {"bash": "cat a.py b.py"},
                    {"bash": "cat app.py 2>/dev/null"},
                ],
                "skip": [
                    {"bash": "cat app.py | head -40", "note": "only a part"},
                    {"bash": "cat > app.py <<'EOF'\nx = 1\nEOF", "note": "writes"},
                    {"bash": "cat a.py b.py > c.py"},
                    {"bash": "head -40 app.py"},
                    {"bash": "echo cat app.py"},
                    {"bash": "cat --help"},
                ],
            },
        },
        "terms": ("wholefile", "bigfile", "files", "infull", "context", "part", "partial", "banned"),
        "keywords": (("file", "module", " lines", " logs", " whole", " entire", " full ", " complete", " large", " big", " long", " end ", " cat ", " range", " slice"),
                     ("slurp", " feed ", " stream", " swallow", " show", " display", " stuff", " bring", " pour", " echo", " jump", " look", " narrow", " limit", " restrict", " output", " flow", " chunk", " read",
                      " reread", " cat ", " catt", " cating", " dump", " load", " reload", " open", " view", " print", " grep", " search", " rg ", " offset", " pull", " ingest", " paste", " sed ", " head "),
                     ("never", " no ", " not ", "n't", " dont", " cannot ", " anti", " disallow", " avoid", " instead ", " rather ", " only ", " part", " portion", " section", " range", " chunk", " slice", " offset", " limit",
                      " line", " specific", " relevant", " target", " prefer", " without ", " grep", " search", " head ", " tail ", " sed ", " need", " small", " stop ", " refrain", " wast", " forbid", " forbidden",
                      " prohibit", " ban", " selective", " function", " over ", " than ", " must ", " block", " narrow", " just ", " restrict", " bit", "✗")),
        "pattern": (
            r"{pre}(?:"
            r"\bnever:? (?!(?:skip|stop)\b){gap}{read} {gap}(?:<wholefile>|<bigfile>(?:[^;:]{0,30}? (?:<infull>|<context>))?(?:{end}| <infull>| <context>| directly| blindly| (?:in)?to (?:the |your )?(?:terminal|console|shell|stdout|session)))"
            r"|\bnever:? (?!(?:skip|stop)\b){gap}{read} (?:them|it|these|those|this|one|everything|any of (?:them|these))(?: \w+)? (?:<infull>|<context>)"
            r"|(?:<bigfile>|<wholefile>)[^;:?]{0,30}? never (?:be )?(?:read|loaded|dumped|opened|printed|pulled|pasted|catted|cat|fed|shown|displayed|viewed|ingested)(?![\w-])(?!.*\bmemory\b)"
            r"|{read} (?:(?:on|of|for) )?(?:<wholefile>|<bigfile>)[^;?]{0,40}? {forbidden}"
            r"|\b(?:is|are|can be|get|gets) (?:very |too |quite |really )?(?:large|long|big|huge|enormous|massive|gigantic)\b[^?]{0,40}?\b(?:read|grep|search|view|open|rg|use|load|inspect)\b[^?]{0,30}?(?:<partial>|<part>)"
            r"|{read} (?:<files>|<bigfile>) <infull>[^;?]{0,20}? {forbidden}"
            r"|\bno (?:{read} )(?:(?:on|of|for) )?(?:<wholefile>|<bigfile>){end}"
            r"|(?:<partial>|\b(?:limit|restrict|confine|narrow|keep|scope|constrain))(?: down)? (?:all |your |every |each |the |file )*(?:reads?|reading|views?|yourself|output)(?: \w+)? to [^;]{0,30}?(?:<part>|<partial>|what (?:you|the task|is))"
            r"|\bnever:? (?:let |allow |have )?{gap}<wholefile>(?: \w+)? <context>"
            r"|\b(?:full|whole|complete|entire) (?:reads?|dumps?|loads?|prints?|outputs?|reading|dumping|loading) (?:of )?(?:<files>|<bigfile>)[^;?]{0,20}? {forbidden}"
            r"|\b(?:no|never) (?:full|whole|complete|entire) (?:reads?|dumps?|loads?) (?:of )?(?:<files>|<bigfile>)"
            r"|\bnever:? (?:{use} )*cat (?!.*(?:secret|credential|\.env))[^;?]{0,40}?[;,.—] ?(?:use|inspect|read|take|look|prefer|view|grep|search)\b[^;?]{0,40}?(?:<partial>|<part>|slice|only)"
            r"|\b(?:read|view|open|load|take) [^;?]{0,40}?(?:range|part|slice|section|window|chunk)s?\b[^;?]{0,20}?(?:never|not|instead of|rather than) (?:all of it|the lot|it all|everything|the whole|all)\b"
            r"|\bnever:? {gap}{read} (?:more than|over) [0-9,]+ lines"
            r"|\b(?:wasteful|expensive|costly|a waste[\w ]{0,20}?) to {read} (?:<wholefile>|<bigfile>)"
            r"|\bprefer [^;?]{0,80}? (?:to|over) {read} (?:<wholefile>|<files> <infull>)"
            r")",
            r"{say}(?:"
            r"\b(?:pass|give|specify|use|set|supply|provide|prefer)\b[^;?]{0,30}?(?:<partial>|<part>)[^;?]{0,40}?\b(?:read|open|view)\w*[^;?]{0,20}?(?:<files>|<bigfile>|<wholefile>)"
            r"|\b(?:read|view|open|print|show|page through|go through)\b[^;?]{0,50}?(?:<files>|<bigfile>|<wholefile>)[^;?]{0,40}?\b(?:at most|no more than|max(?:imum)?(?: of)?|up to|fewer than) ~?[0-9,]+ lines"
            r"|\b(?:read|view|open|page through|go through|work through)\b[^;?]{0,50}?(?:<files>|<bigfile>)[^;?]{0,30}? (?:in|by|with|using|via|through|as) (?:\w+ ){0,3}?(?:windows|slices|chunks|ranges|sections|pieces|pages|parts|blocks|excerpts|increments|batches|<part>|<partial>)"
            r"|(?:\b(?:read|open|view|load|look (?:up|at)|grep|search|rg|fetch|inspect|jump)\b|<partial>|<part>)[^;]{0,120}?[ ,—;(-] ?(?:and )?(?:never|not|rather than|instead of) (?:{read} )?(?:(?:the|an?) )*<wholefile>"
            r")",
            r"<bigfile>[^?]{0,60}?(?:never|no) (?:{read}) (?:them|it|these|those|all|everything)\b",
            r"(?:only )?cat only (?:small|short|tiny)|only cat (?:small|short|tiny)",
            r"(?:only )?(?:{read}) (?:only |just )?<part> (?:of|from|in) (?:(?:a|the|each|any) )*(?:<files>|<bigfile>|<wholefile>) (?:that|which|you|is|are|needed|relevant)\b",
            r"never:? {read} (?:<bigfile>|<files>)(?: contents?)?(?: [\w-]+){0,3}? (?:<infull>|<context> (?:<infull>|at once))",
            r"never:? {read} (?:an? |the )?(?:entire|whole|full|complete) (?:[\w.-]+ ){0,3}?<files> ?<context>",
            r"(?:when [^,;]{1,40}, )?(?:always )?(?:use|prefer|favou?r|start with|reach for)\b[^;]{0,80}?(?:<partial>|<part>)[^;]{0,60}?(?:instead of|rather than|over|not|never|before|and never|and not|,? don't) (?:{read} )?(?:(?:of|the|an?) )*(?:<wholefile>|<bigfile>|whole thing|entire thing|full-file reads?|whole-file reads?|full reads?|<files> <infull>)",
            r"(?:read(?: only)?|only read|only open|load only|view only|fetch only) <part>(?: (?:of|from|in) (?:the |a |each |any )*(?:<files>|<bigfile>|<wholefile>))?(?: (?:that )?(?:you|is|are|the task) [\w ]{0,20}?(?:need\w*|require\w*|relevant))?(?:$|[.;!(]|,? (?:instead of|rather than|not|never) [\w ]{0,20}?<wholefile>|,? (?:instead of|rather than) (?:the )?(?:whole|entire|full))",
            r"read [^;]{0,40}\blines\b.{0,30}?(?:never|not|instead of|rather than) (?:{read} )?(?:the )?<wholefile>",
            r"(?:when (?:reading|viewing|opening|exploring|inspecting|working with|dealing with|handling) |for |with |to read |when |if )<bigfile>[,:]? [^;]{0,40}?(?:use|read|grep|search|prefer|view|load)\b[^;]{0,40}?(?:<partial>|<part>)",
            r"(?:use|prefer) [^;]{0,40}?(?:<partial>|<part>)[^;]{0,50}? (?:for|on|when reading|to read|with|when viewing|when opening) <bigfile>",
            r"(?:only )?read (?:only )?what (?:you|is|the task) [\w ]{0,20}?(?:need\w*|require\w*)[^;]{0,60}?(?:not|never|instead of|rather than) (?:{read} )?<wholefile>",
            r"(?:instead of|rather than) {read} (?:<wholefile>|<bigfile>),? [^;]{0,20}?(?:use|<partial>|read|prefer|open|view)(?![\w-])",
            r"never (?:{use} )*cat to (?:dump|read|load|view|print|show) (?:<files>|<bigfile>|<wholefile>) ?<context>",
            r"(?:read only|only read|only open|open only|view only|only view|only load|read just|read) <part>(?: that)? (?:you|it|the task) (?:actually |really )?(?:needs?|requires?) (?:from|of|in) (?:(?:a|the|each) )*(?:<files>|<wholefile>)",
            r"read <files> (?:selectively|narrowly|partially|sparingly|in part|in small pieces)",
            r"(?:reading|dumping|loading) (?:<wholefile>|<bigfile>) (?:into context )?(?:is (?:only |just )?(?:a )?waste|wastes?|burns?|fills?|pollutes?|floods?|eats?|consumes?|blows?)\b[^;.]{0,40}[;:—,.].{0,60}?(?:<partial>|only what|<part>)",
            # Entire files are never read; large ones only in parts.
            r"(?:<bigfile>|<files>)(?: [\w ]{0,20})? never (?:be )?(?:read|loaded|dumped|opened|printed) <infull>",
            r"<bigfile> (?:is|are|(?:must|should|need to|have to|shall)(?: only| always)? be)(?: only| always)? (?:read|opened|viewed|inspected) (?:in|with|by|using|via) [^;]{0,30}?(?:<partial>|<part>|pieces|parts|slices)",
            r"<bigfile> ?(?::|—|→) [^;]{0,60}?(?:<partial>|<part>)",
            r"(?:[^;:?]{1,40}, )?(?:always )?(?:use|prefer) [^;]{0,40}?(?:<partial>|<part>)[^;]{0,40}? (?:instead of|rather than|over|not|never) (?:{use} |bare |full |plain |whole )*cat(?![\w-])",
            r"never:? (?:{use} )*cat\b[^;]{0,30}?<files>[^.]{0,10}[;.,—].{0,60}?(?:<partial>|only what|only the)",
            r"never:? (?:output|show|display|print) <wholefile> (?:with|using|via) cat",
            r"read (?:only )?(?:slices|parts|chunks|sections|ranges|excerpts|snippets|portions|pieces) of (?:(?:a|the|any|large) )*(?:<files>|<wholefile>|<bigfile>)",
            r"(?:<partial>|locate\b|find\b)[^;]{0,40}?(?:read|open|view) (?:only|just)? [^;]{0,50}?(?:instead of|rather than|not|never) (?:{read} )?(?:the )?<wholefile>",
            r"(?:no|never) (?:<wholefile>|whole[- ]file|full[- ]file|entire[- ]file)[ -](?:reads?|dumps?|cats?)|no (?:dumping|{read}) (?:of )?<wholefile>",
            r"(?:<wholefile>|full[- ]file|whole[- ]file)[ -](?:reads?|dumps?|cats?|outputs?|loads?|views?|reading|dumping|loading)(?: (?:of )?(?:<bigfile>|<files>))?(?: is| are)? {forbidden}",
        ),
        "unless": (
            r"\b(?:in|into|to|in your|for) (?:(?:the|your|a|our|its|any) )*(?:chat|response|responses|output|reply|replies|answer|answers|message|messages|user|commit|pr|description|docs|documentation|report|summary|issue|comment)\b",
            r"\b(?:rewrite|rewriting|overwrite|overwriting|replace|replacing|regenerate|write|writing|edit|editing|output|outputting|return|reprint)(?:ing)?\b[^;]{0,30}<wholefile>(?! (?:with|using|via) cat\b)",
            r"\b(?:into|in) (?:the )?memory\b(?! (?:or|and) (?:the )?context)",
            r"\bread (?:the |each |every )?(?:<wholefile>|<files>)(?: <infull>)? (?:before|first)\b|\b(?:always|must) read (?:the )?(?:<wholefile>|<files> <infull>)|(?<!never )(?<!than )(?<!of )(?<!cat to )(?<!much to )(?<!tokens to )(?<!wasteful to )(?<!expensive to )(?<!costly to )\bread (?:the |all )?<wholefile>",
            r"\b(?:log|lock|lockfile|binary|minified|generated|image|csv|json|data|env|secret|migration|vendor(?:ed)?|build|dist) files?\b(?![^;]*<wholefile>)",
        ),
        "not_under": (r"\b(?:output|responses?|communication|replies|editing|writing)\b",),
        "known_misses": ("a rule that only prefers another tool to cat", "\"Read only what you need\" without a word about files"),
    },
    {
        "detector": {
            "id": "commits/non-conventional-subject",
            "rule": "commits",
            "event": "bash",
            "description": "Counts git commits whose message's first line is not `type(scope)!: text`. Merges, reverts and fixups are "
                           "not counted. Undecided: a message the command does not show.",
            "when": {
                "git": {
                    "subcommand": "commit",
                    "message_regex": r"\A\s*(?=\S)(?![A-Za-z][\w-]*(?:\([^()\n]+\))?!?: *\S)(?!(?:Merge|Revert|Reapply)\b|(?:fixup|squash|amend)!)",
                }
            },
            "examples": {
                "fire": [
                    {"bash": "git commit -m 'Fixed the thing'"},
                    {"bash": "git commit -am 'update readme'"},
                    {"bash": "git add -A && git commit -m \"Add parser\""},
                    {"bash": "git commit -m 'Merged the lists into one'", "note": "no merge"},
                    {"bash": "git commit --message='wip'"},
                ],
                "skip": [
                    {"bash": "git commit -m 'fix(parser): read empty lines'"},
                    {"bash": "git commit -m 'feat!: drop python 3.8'"},
                    {"bash": "git commit --amend --no-edit", "note": "no message given"},
                    {"bash": "git commit -m \"$MSG\"", "note": "not known"},
                    {"bash": "git commit -m \"Merge branch 'dev'\""},
                    {"bash": "git commit -F - <<'EOF'\n\nfix(parser): read empty lines\nEOF", "note": "git drops blank lines in front"},
                    {"bash": "git tag -m 'Fixed the thing' v1"},
                ],
            },
        },
        "terms": ("cc", "commits", "banned"),
        "keywords": (("conventional", "semantic", "angular", " conv ", " feat ", " fix ", "chore", " type "), ("commit", "conventional")),
        "pattern": (
            r"{pre}(?:"
            r"<commits> without (?:an? )?(?:valid )?<cc>[^;?]{0,20}? {forbidden}"
            r")",
            r"{say}(?:"
            r"\b(?:use|using|follow|following|adopt|adhere|adhering|stick|conform|conforming|comply|complying|obey|respect|apply|format|write|phrase|structure|word|shape|style)(?: (?:strictly|closely|always|consistently|faithfully|rigorously|only))?(?: to| with| by)?(?: (?:the|our|a|an|valid|proper))* <cc>"
            r"|<commits>(?:(?!\b(?:that|which|if|may|can|could|was|were|squashed|rewritten|converted|translated|reworded|titles?|never|not|no|like|unlike|before|into|parsed|derived|read|from|over|instead|parses|recogni[sz]es|reads|detects|supports|derives|generates|converts|labels|checks|validates|lints|rejects|accepts)\b)[^;?]){0,90}?<cc>"
            r"|\b(?:i|we|you) (?:want|expect|need|require|demand|insist on|enforce|like|love|speak|write|do|do only|practi[sc]e)(?: to see)? (?:only |proper |clean )?<cc>"
            r"|(?:<commits>|\bcommitt?\w*)[^;?]{0,60}? (?:per|according to|following|as per|in line with|in keeping with|under|as) (?:the |an? |valid )*<cc>"
            r"|<commits>(?: (?:that )?(?:you|we|agents?) (?:make|write|create|add|produce|author|craft)s?)? (?:(?:must|should|shall|have to|has to|need to|needs to|to|always|only|be|is|are) )+(?:an? |valid |proper |well-formed )*<cc>"
            r"|<commits>[^;?]{0,60}?\bfeat[:(,/|! ][^;]{0,14}?\b(?:fix|docs|chore)\b"
            r"|<commits> (?:(?:must|should|have to|are|is|stay|remain|be|always|to) )+conventional(?:$|[.,;!(:]| \()"
            r")",
            r"<cc> (?:apply|applies|hold|holds) (?:to|for) (?:all |every |each )*<commits>|(?:for )?<commits>[^;?]{0,30}? (?:obligatory|mandatory|required|compulsory)[^;]{0,20}?<cc>",
            r"<cc>(?: format)? (?:is|are) (?:what|how|the (?:only )?(?:format|style|convention|standard|rule|law|way)) (?:we|for|of|to|that|<commits>|all|every|in)\b",
            r"never {gap}<commits> (?:that|which) (?:is not|are not|never|does not|do not|not|violates?|breaks?|ignores?|deviates?(?: from)?|disregards?|departs? from)\b[^;]{0,30}?<cc>",
            r"(?:the )?<cc>[^;?]{0,30}? (?:must|shall|should|is to|are to|has to|have to)(?: \w+)? be (?:observed|followed|used|respected|applied|adhered to|obeyed|honou?red|met|kept)",
            r"<cc> (?:is|are) enforced (?:for|on|in) (?:all |every )*<commits>",
            r"only <cc> (?:get|gets|are|is|may be|will be|can be) (?:merged|accepted|allowed|permitted|used)",
            r"<cc>,? (?:always|throughout|here|for everything|rules? apply|is law|are law|is the law|it is|is a must|are a must)(?:$|[.,;!])",
            r"(?:the )?(?:‹?type›?[(:]|\bfeat\b)[^;?]{0,40}?(?:\b(?:fix|chore|docs)\b|subject|description|summary)[^;?]{0,40}? (?:for|on|in|of) (?:all |every |each |the |your )*<commits>",
            r"never [^;:]{0,60}?(?:,|;|—|-) ?(?:always |but |instead,? )?(?:use|follow|write|stick to|adhere to) (?:the |a )?<cc>",
            r"(?:(?:any|all|the) )*(?:non-?|un)conventional (?:<commits>|<cc>)(?: (?:is|are))? {forbidden}|never {gap}(?:non-?|un)conventional <commits>",
            r"(?:(?:when|for|while) (?:you )?(?:committing|making commits|writing commits?|writing <commits>|creating commits?|making <commits>|creating <commits>|you commit|<commits>),? )?(?:{we} )?(?:always )?(?:use|uses|using|follow|follows|following|adopt|adopts|adhere to|adheres to|stick to|apply|prefer|prefers|require|requires|enforce|conform to|comply with|obey|respect|write|make|create|keep|generate|produce|compose|format|commit|craft|employ|structure|prepare|name)\b (?:[\w' <>,*:/-]{0,60}? )?(?:\(|\[)?<cc>",
            r"(?:ensure )?<commits>(?: [\w ]{0,20}?)?(?::|—| -|,)? ?(?:(?:must|should|shall|will|need to|have to|always|all|strictly|are|be|is|to) )*(?:use|uses|using|follow|follows|following|adhere|adheres|conform|conforms|comply|written|formatted|in|as|match|matches|adopt|obey|respect|stick|required|styled|structured)\b[^;]{0,40}?<cc>",
            r"(?:format|write|make|create|structure) <commits> (?:as|like|in the form(?: of)?|using|with) [^;]{0,20}?(?:‹type›|\btype\(|\btype:|\bfeat(?:\(|:))",
            r"(?:use )?(?:the )?format[^;:]{0,20}?[: ] ?(?:‹type›|type)(?:\(|:)[^;]{0,40}? for (?:all |every )*<commits>",
            r"(?:for|in|on) <commits>,? (?:please )?(?:use|prefix|start|write)[^;]{0,30}?\b(?:feat|fix)(?::|\(|,|/|\|)",
            r"<cc>(?: (?:is|are|format|for <commits>|for all <commits>|on <commits>|in <commits>|messages))* ?(?:—|:|\()? ?(?:always |strictly )?(?:required|mandatory|only|obligatory|preferred|a must|non-negotiable|must be (?:used|followed)|are (?:always )?used)\b",
            r"<cc>(?: for <commits>)?(?::| \(| —| -|;) ?[^;]{0,30}?(?:\b(?:feat|fix)\b|‹?type›?[(:\[])",
            r"[^:]{0,20}<commits>[^:]{0,20}: (?:feat|fix)(?:\([^)]*\))?!?: ",
            r"<cc> for (?:all |every )?<commits>(?:{end}|[^;]{0,20}\b(?:feat|fix)\b)",
            r"[^:]{0,40}(?:\bgit\b|<commits>|\bcommitting\b|\bversion control\b|\bvcs\b)[^:]{0,30}: <cc>(?:$|[.,;!(:]| \(| —| with\b| for <commits>)",
            r"<commits>[^;]{0,50}?(?:format|template|pattern)[^;]{0,20}?\b(?:feat|fix|docs)\([\w-]*\): ",
            r"(?:write |use |make |keep |create )(?:[\w, ]{0,30} )?conventional,? (?:[\w,]{1,14} ){0,2}<commits>|keep (?:your |all )?<commits> conventional",
            r"<commits>[^;]{0,50}?(?:form|shape|format|must|should|follow|use|:|prefix|start|begin|are|template)[^;]{0,40}?(?:‹type›(?:\(|\[|:|!)|\btype(?:\(|\[\(|\[?: ?(?:‹|short|desc|sub|summ|mess)|!: )|\{type\})",
            r"(?:write |format |make |use )?<commits>[^;]{0,40}?(?:\blike|\bsuch as|e\.g\.,?|for example|\bas|=|:) ?[\"(]?(?:feat|fix|docs|chore)(?:\([\w*-]+\))?!?: ",
            r"(?:write |format |make )?(?:<commits>|(?:all |the )*messages)[^;]{0,30}?(?:in|follow\w*|us(?:e|ing)|with|per|to) (?:the )?angular(?:'s)? (?:convention|style|format|preset)s?",
            r"(?:when|if|whenever) (?:you|we) (?:create|make|write|craft|do) [^;,]{0,20}?commits?[^;]{0,60}? (?:follow|use|match|be|adhere to|conform to|in|with)\b[^;]{0,20}?<cc>",
            r"(?:all |the )*messages (?:must|should|have to|need to|shall)(?: always)? (?:follow|use|adhere to|conform to|be|match|respect)\b[^;]{0,20}?<cc>",
            r"never (?:write|create|make|use|accept)\b[^;]{0,30}?<commits> (?:that|which) (?:is not|are not|never follow|does not follow|never conform)[^;]{0,20}?<cc>",
            r"<cc>,? (?:please|everywhere)(?:$|[.!])",
            r"<commits> (?:must|should|have to|need to)[^;]{0,40}?\bfeat\|",
            r"(?:use|follow|apply)\b[^;]{0,30}?(?:‹type›(?:\(|:)|\btype\(|\bfeat(?::|\(|,|/|\|)[^;]{0,12}?\bfix)[^;]{0,80}?(?:<commits>|prefix)",
        ),
        "unless": (
            r"^(?:(?!<commits>|<cc>).)*\b(?:prs?|pull requests?|titles?|(?<!our )(?<!the )changelog|changelog (?!is\b)|entries|squash\w*|branch\w*|labels?)\b(?:(?!<commits>).)*<cc>",
            r"\b(?:after|from|based on|depending on|according to its|determined by|derived from|out of) (?:the |its |your |their )*<cc>",
            r"(?<!without )(?<!without a )<cc>[^;]{0,12}? <banned>",
            r"<cc>[^;]{0,20}? only (?:used|applied|required|needed) (?:in|for|by|on)\b",
            r"\bprefer [^;]{0,60}? (?:to|over) <cc>|\b(?:before|instead of|drop|stop|quit|abandon|ditch)(?: \w+ing)? <cc>",
            r"\b(?:for|in|as|on|to) (?:(?:the|your|all|every|our|a|each) )*(?:pr|prs|pull[- ]requests?|mr|merge[- ]requests?|squash(?:ed|-merge)?|branch|issue|release|tag|branches)\b(?: (?:titles?|names?|descriptions?|commits?|messages?))?(?!(?: and| or|/|,|, and) ?<commits>)",
            r"^(?!.*<commits>).*\bbranch(?:es)?\b|\bnever\b(?![^;]{0,40}? (?:that|which) (?:is not|are not|never|does not|do not|not|violates?|breaks?|ignores?|deviates?|disregards?|departs?))(?:(?!, ?(?:use|follow|stick|write|always)\b)[^;]){0,40}?<cc>|\bnot by us\b|(?<!that is )(?<!that are )(?<!which is )(?<!that does )(?<!that do )(?<!which does )\b(?:not|no) (?:{use} |follow |following |require )*<cc>|(?<!without )(?<!without a )<cc>[^;]{0,20}? (?:is|are|do|does|did) (?:not|never|n't)\b|\b(?:instead of|rather than|over) <cc>",
            r"\b(?:titles?|names?) of (?:(?:the|your|a|all|every) )*(?:pr|prs|pull|mr|merge|branch)\w*|\b(?:loosely|inspired by|similar to|resembl\w+)\b|\bif (?:the|this|that|your) (?:repo|repository|project|team|history|git|codebase)\b",
            r"\b(?:pr|pull request|mr|merge request|branch|issue) (?:titles?|names?)\b(?![^;]{0,20}<commits>)(?<!and pr titles)[^;]{0,40}<cc>",
        ),
        "not_under": (r"^(?!.*\bcommit(?:s|ting)?\b).*\b(?:pr|pull[- ]requests?|mr|merge requests?|branch(?:es|ing)?|issues?|changelog|releases?|squash)\b",),
        "known_misses": ("a rule that lists types and never says commit", "a team's own list of types: any word before the colon is taken for one"),
    },
    {
        "detector": {
            "id": "secrets/secret-file-add",
            "rule": "secrets",
            "event": "bash",
            "description": "Counts `git add` of a file whose name is that of a secret: .env and its variants, private keys, keystores, "
                           "credentials files. Templates (.env.example) are not counted. Undecided: a path in a variable.",
            "when": {
                "git": {
                    "subcommand": ["add", "stage"],
                    "args_none": ["-n", "--dry-run"],
                    "arg_regex": r"(?:\A|/)(?:\.env(?:\.(?!example\Z|sample\Z|template\Z|dist\Z|test\Z|schema\Z|defaults?\Z)[\w-]+)?|\.envrc|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]*\.(?:pem|p12|pfx|jks|keystore|ppk)|[\w-]*private[\w-]*\.key|\.netrc|\.pgpass|\.npmrc|\.pypirc|credentials(?:\.json)?|secrets?\.(?:ya?ml|json|toml|env)|service[-_]account[\w-]*\.json)\Z",
                }
            },
            "examples": {
                "fire": [
                    {"bash": "git add .env"},
                    {"bash": "git add -f config/.env.production"},
                    {"bash": "git add src/app.py deploy/server.pem"},
                    {"bash": "git -C api add credentials.json"},
                    {"bash": "git stage id_rsa"},
                ],
                "skip": [
                    {"bash": "git add .env.example"},
                    {"bash": "git add .", "note": "what it adds is not known"},
                    {"bash": "git rm --cached .env"},
                    {"bash": "git add src/environment.py"},
                    {"bash": "cat .env"},
                    {"bash": "git add \"$FILE\"", "note": "not known"},
                ],
            },
        },
        "terms": ("secret", "repo", "banned"),
        "keywords": (("secret", " env", "environment", "credential", "key", "token", "password", " pem ", "sensitive", " rsa", "dotenv"),
                     ("commit", " git", " repo", " control", " vcs ", " check", " stag", " push", " track")),
        "pattern": (
            r"{pre}(?:"
            r"<secret>[^;?]{0,60}? never (?:be |get |gets |ever )*(?:committed|commit|checked in|checked into|staged|tracked|pushed|versioned)(?! without)"
            r"|<secret>[^;?]{0,60}? never (?:be |get |gets )?(?:go|goes|belongs?|lives?|stored|added|placed|saved|uploaded|published|hosted|shipped|written|pushed|included|lands?|ends?(?: up)?|finds?|makes?|sneaks?|slips?|leaks?|reach(?:es)?|enters?|appears?|kept|put|leaves?|exists?|travels?|part of|in|into)\b[^;:?]{0,24}?(?: (?:in|into|to|inside|on|under|onto))? ?<repo>"
            r"|<secret>[^;:?]{0,40}? (?:excluded|omitted|left|kept|stripped|removed|stays?|lives?|belongs?|remains?|goes|go|stored|live|remain)(?: \w+)? (?:from|outside|out)(?: of)? (?:all |the |any |every )*(?:<repo>|commits?)"
            r"|\b(?:committing|checking in|pushing|uploading|adding|storing|putting|staging|keeping) {listed}<secret>[^;:]{0,40}? {forbidden}"
            r"|\bcommits? (?:with|containing|that contain|including) {listed}<secret>[^;]{0,20}? {forbidden}"
            r"|\b(?:leave|keep|hold) (?:[^;:]{0,40}? )?<secret>[^;:]{0,30}? out of (?:[\w ,/]{0,30}?(?:,|/| or| and) )?(?:the |this |your |all |every |any )*(?:<repo>|commits?)"
            r"|<secret>[^;?]{0,20}? <banned> (?:in|inside|under|on) <repo>"
            r"|(?:<repo>|\bcommits?) (?:does not|do not|not|never) (?:contain|include|carry|hold|have) {listed}<secret>"
            r"|<secret> (?:in|inside|within|on|under) <repo>(?: (?:is|are))?(?: \w+)? {forbidden}"
            r"|\bnot (?:be )?(?:committing|staging|pushing|checking in) {listed}<secret>"
            r"|\bno {listed}<secret>[^;:?]{0,40}? (?:in|into|to|of|with|inside) (?:your |the |any |a )*(?:<repo>|commits?|diffs?)(?![\w-])"
            r"|(?:<repo>|\bcommits?(?! messages?))(?![\w-])[^;?]{0,70}? never (?:include|contain|add|expose|carry|put|leave) {listed}<secret>{end}"
            r"|<secret>[^;?]{0,70}?(?:,|;|—|-|:|\band\b|\bso\b|\() ?never (?:commit|check in|push|stage|git add|track)(?: (?:it|them|this|these|those))(?![\w-])"
            r"|<secret>[^;:?]{0,60}? (?:stay|stays|remain|remains|must be|are|is|should be) (?:local(?:ly)?(?: only)?|untracked|uncommitted|unversioned|git-?ignored)(?: and (?:untracked|uncommitted|local))?,? (?:and|but|never|not)[^;:]{0,20}?(?:commit|track|check|version|git)"
            r")",
            r"never:? (?:[^;:]{1,80}?(?:,|/| or| and| nor)(?: or| and| nor)? )?(?:(?:accidentally|ever|directly|knowingly) )*(?:commit|committing|check(?:ing)? in|git add|git commit|stage|staging|push|pushing)(?:(?:,? (?:or|and|nor)|,|/) ?(?:or )?(?:log|print|expose|share|push|display|echo|leak|hard-?code|store|include|upload|publish|paste|output|reveal|embed|commit|stage|track|transmit|add)(?:ging|ing)?)*,? {listed}<secret>",
            r"never:? (?:commit|add|stage|push|check in) [^;:]{0,60}?,? (?:it|they|which|as it|because it|since it|as they|that) (?:contains?|holds?|has|have|includes?|carr(?:y|ies))\b[^;:]{0,30}?<secret>",
            r"never:? (?:{use} )*git (?:add|commit|stage) (?:-[\w-]+ )?{listed}<secret>",
            r"never:? (?:let|allow) {listed}<secret>[^;:?]{0,30}? (?:in|into|to|onto|reach|enter) (?:the |your |any |a )*(?:<repo>|commits?)",
            r"(?=.*\b(?:commit|diff|staged|git)\b){pre}<secret>[^;:?]{0,20}? never (?:be )?(?:in|inside|part of|among) (?:it|them|there)\b",
            r"(?:<repo>|(?:all |any |your |the |every |a )*(?:commits?|diffs?|patch(?:es)?)) (?:never|(?:must|should|has to|have to) (?:be|stay|remain) free of)(?: (?:contain|hold|have|include|carry|see|expose|introduce|be))? {listed}<secret>",
            r"never:? (?:[^;:]{1,60}?(?:,|/| or| and) )?(?:add|put|store|keep|include|save|leak|place|leave|check|push|expose|write|upload|introduce|embed|paste|track|version|adding|putting|storing|checking|have)\b(?: in)? {listed}<secret>[^;:]{0,40}? (?:to|in|into|inside|within|under|onto) (?:[\w ,/]{0,30}?(?:,|/| or| and) )?(?:the |this |any )*<repo>",
            r"never:? [^;:]{1,60}?<secret>[^;:]{0,40}?(?: or|,| and|/) (?:or )?(?:commit|check in|push|add|stage) (?:them|it)\b",
            r"<secret>[^;:]{0,60}? (?:never|not) (?:be )?in <repo>|<secret>[^;:]{0,30}? (?:do|does) not belong in <repo>",
            r"[\w ,]{1,20}<secret> never (?:belong|go)s? (?:in|into) <repo>",
            r"(?:(?:store|keep|put|load|read|place|add|copy|use|treat|check|save|set|define|configure|manage) (?:[\w ]{0,50} )?)?<secret>.{0,90}?(?:,|;|—|-|:|\band\b|\bso\b|\() ?(?:[\w ]{0,12} )?never:? (?:be )?(?:commit(?:ted)?|check in|add|push|stage|git add)(?:$|[.!)]| (?:it|them|this|these|either|to <repo>|any of|that|(?:the |any |your )?(?:keys?|tokens?|values?|files?|<secret>)(?![\w-]))\b)",
            r"<secret>[^;:]{0,30}? (?:must|should|have to|need to|always)(?: always)? (?:stay|remain|be kept|live|stays) (?:out of|outside(?: of)?) (?:the )?<repo>",
            r"(?:before [^,;:]{1,30}, )?(?:ensure |verify |(?:double-)?check |confirm )?(?:that )?(?:there are )?no {listed}<secret>(?:(?:,|/| or| and)[^;:]{0,40}?)? ?(?:(?:are|is|get|gets|being|ever|be|have been|included|present|contained|part|left) )*(?:(?:in|of|into|to) (?:[\w ,/]{0,20}?(?:,|/| or| and) )?<repo>|committed|checked in|staged|pushed|in (?:the )?(?:diff|commit|staged))",
            r"no (?:committed|checked-in|tracked) <secret>",
            r"(?:ensure|verify|check|confirm) (?:that )?<secret>[^;:]{0,30}? (?:is|are) (?:not|never) (?:committed|tracked|staged|checked in)",
        ),
        "unless": (
            r"\bnever (?:commit|push|merge)[^;]{0,40}? without (?:\w+ ){0,3}?(?:check|scan|review|rotat|encrypt)",
            r"\b(?:unencrypted|decrypted|unsealed|plaintext|plain-text)\b|\bdesign (?:tokens?\b|<secret>)|\bcss\b|\bhandshakes?\b|\blocali[sz]ation\b|\bi18n\b",
            r"\b(?:sops|sealed|git-crypt|ansible-vault)\b",
        ),
        "not_under": (),
        "known_misses": ("\"Never hardcode secrets\": the code, not a file", "files added by `git add .` or `git commit -a`"),
    },
]
