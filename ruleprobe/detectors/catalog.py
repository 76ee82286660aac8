"""The catalog: detectors for rules that many people write, bound by what a rule says (FR-16, AD-12).

Literals only; imports nothing. Each entry:

``detector``    a declarative detector with its ``examples``; an id means one thing in every row, whatever
                the text that bound it. An entry that restates a shipped detector means the same.
``pattern``     alternatives joined under one anchor at the start of a sentence in its plain form.
``terms``       which ``TERMS`` of the vocabulary are put into the sentence first, in this order.
``keywords``    groups of texts; what does not hold one of each group cannot match.
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
        "terms": ("when", "tests"),
        "keywords": (("test", "spec", "tox", "nox", "phpunit", "jest"),
                     ("before", "prior", "after", "when", "once", "every", "each", "always", "until", "unless", "without", "done", "complet", "finish",
                      "end of", "verify", "validat", "fail", "checklist", "commit", "pass", "chang")),
        "pattern": (
            # Run the tests before you finish / after each change.
            r"(?:run|ran|execute|launch|invoke|perform|do|use|call|rerun|pass) {list}<tests>[^;]{0,90}?<when>",
            r"(?:only )?(?:{we} )?(?:always )?(?:runs?|execute|rerun) {list}<tests>[^;]{0,90}?<when>",
            # After each change, run the tests; a label or a lead-in may be the moment.
            r"<when>(?:[^;]{0,60}?[:,—-]| [^;]{0,40}?)?(?: |\()(?:[^;]{0,60}? )?(?:run|execute|rerun|re-verify|invoke) {list}<tests>",
            r"<when>(?:[^;]{0,60}?[:,—-]| [^;]{0,40}?)?(?: |\()(?:[^;]{0,60}? )?(?:ensure|verify|confirm|check|validate|double-check|see)(?: that)? {list}<tests>[^;]{0,40}? {pass}",
            r"<when>[^:;]{0,60}: (?:run |your |\W*)?<tests>(?:$|[.:;!)]| \(| — | - | => | → |,? (?:and|\+|then) (?:<tests>|[\w -]{1,30}(?: pass(?:es)?)?$)|[^;]{0,30}? {pass})",
            r"<when>[^;]{0,60}?[:,—] ?(?:all |the |any |your )*<tests>[^;]{0,40}? (?:must|should|need to|have to) {pass}",
            r"<when>[^:;]{0,60}: [^;]{0,60}?(?:,|,? and|/|\+|;) ?<tests>(?:,? and [\w -]{1,30})?(?: all)? {pass}",
            r"(?:run|execute) [^:;]{0,60}?<when>[^:;]{0,30}: (?:run )?<tests>(?:$|[.;:!)]| \(| — | - |,? (?:and|\+|then) )",
            r"(?:always )?test <when>[:,—] ?(?:run )?<tests>|[\w, ]{1,40}(?:,|,? and) test(?: everything| it| your changes| the project)? <when>",
            r"(?:verify|validate|check|test|confirm)(?: [\w']+){0,3}? (?:with|by running|using|via) {list}<tests>[^;]{0,40}?<when>",
            # Tests must pass before you commit.
            r"(?:[\w ,/-]{1,60}(?:,| and|/) )?<tests>(?: \([^)]{0,60}\))?(?: [\w ,/-]{0,40})? (?:must|should|need to|needs to|have to|has to|shall)(?: all| always| first| also)* (?:{pass}|be run|be executed|run)[^;]{0,60}?<when>",
            r"(?:green |passing )?<tests>(?: [\w ]{0,20})? {pass}[^;]{0,30}?<when>|(?:green|passing) <tests> <when>",
            r"<tests> ?(?:\(|— |: ?|- )(?:always |please )?(?:run|use|do|execute|required|{pass})(?: (?:this|it|them))?[^;]{0,30}?<when>",
            r"(?:all |every |each |any )*(?:commits?|changes?|code)(?: changes?)? (?:must|should|needs? to|has to|have to)(?: always| all)* pass {list}<tests>",
            r"(?:[\w ]{1,40} )(?:must|should|has to|have to)(?: always| all)? be (?:verified|validated|checked|tested) (?:by running|by executing|with|via|using|by) {list}<tests>",
            r"<tests>(?: suite| runs?| run)?(?:,| —| -| \([^)]{0,40}\))? ?(?:required |mandatory |always |must )?<when>",
            r"(?:[\w ]{1,40} )?must (?:always )?pass {list}<tests>[^;]{0,60}?<when>",
            # Never commit without running the tests, with failing tests, until they pass.
            r"{nocommit}[^;]{0,100}?without (?:first |having |at least )*(?:running|passing|executing|verifying|re-running|run|all|green|a green|a passing|successful|confirming|ensuring)[^;]{0,60}?<tests>",
            r"{nocommit}[^;]{0,60}? without {list}<tests>(?: [\w]+)? {pass}",
            r"never (?:make|change|edit|modify|refactor|implement)\b[^;]{0,60}? without (?:first |then )?(?:running|executing) {list}<tests>",
            r"{nocommit}[^;]{0,80}?(?:with|if|while|when|until|unless)(?: you have| there are| any| known| all| the)* (?:failing|broken|red) <tests>",
            r"{nocommit}[^;]{0,80}?(?:if|when|while|until|unless|before) {list}<tests>[^;]{0,40}? (?:are |is |have been |have |still )*(?:fail|fails|failing|broken|red|pass|passes|passing|passed|green|run)\b",
            r"{nocommit}[^;]{0,40}? (?:that|which) (?:fails?|breaks?|never pass|does not pass|has not passed) {list}<tests>",
            r"{nocommit}[^;]{0,80}?(?:until|unless|before)(?: you have| you)? (?:run|running|ran|verified) {list}<tests>",
            r"never skip(?:ping)? (?:running )?(?:the )?<tests>[^;]{0,40}?<when>|never skip(?:ping)? running {list}<tests>",
            r"(?:only {committing}|(?:commit|push|merge|finish|submit|mark)\b) ?(?:[\w ]{0,30} )?(?:only )?(?:when|if|after|once) {list}<tests>[^;]{0,30}? {pass}",
            # Make sure all tests pass before committing.
            r"(?:ensure|verify|confirm|check|validate|double-check)(?: that)? {list}<tests>[^;]{0,40}? {pass}[^;]{0,60}?<when>",
            r"(?:verify|validate|confirm|check) (?:[\w']+ ){0,3}?(?:changes?|work|edits?|fix(?:es)?|implementations?)(?: [^;]{0,30}?)? (?:by running|by executing|with|via|by) {list}<tests>",
            r"(?:run|execute) {list}<tests>[^;]{0,30}? to (?:verify|validate|confirm|ensure|check)[^;]{0,30}?(?:your (?:changes|work|edits)|the changes?|changes|no regressions?|nothing (?:is |was |has |else )?bro)",
            r"(?:you |we |agents? |the agent )?(?:must |should )?always (?:run|execute) <tests>(?: (?:and (?:ensure|verify|make|confirm|fix)[^;]*|locally|yourself))?(?:$|[.!,;])",
            # A task is not done until the tests pass.
            r"(?:[\w' ]{0,40} )?(?:is|are)(?: not| never| only)?(?: considered)? (?:done|complete|completed|finished|ready)[^;]{0,40}? (?:until|unless|only (?:when|after|if|once)|when|if|without) {list}<tests>[^;]{0,30}? (?:{pass}|(?:have |has )?(?:been )?run\b)",
            r"(?:done|complete|finished)(?: means| =|:) {list}<tests>[^;]{0,30}? {pass}",
            r"(?:write|add|update|create)[^;]{0,60}?<tests>[^;]{0,60}?(?:run them|run it|(?:ensure|verify|check|confirm) (?:they|everything|all)[^;]{0,20}? pass)[^;]{0,40}?<when>",
            r"(?:running|executing|passing) {list}<tests>[^;]{0,50}?<when>[^;]{0,10}? (?:is|are) (?:mandatory|required|non-negotiable|a must)",
        ),
        "unless": (
            r"\bautomatic(?:ally)?\b|\b(?:in|on|by|via|through) (?:the )?(?:ci|github actions|pipeline)\b|\bci (?:will|runs?|executes|must|should|pipeline|checks?|jobs?|server|does)\b",
            r"\bhooks? (?:will |already |also |then )?(?:runs?|executes?|do|does|handles?|checks?)\b|\b(?:by|via|through|in) (?:the |a )?(?:pre-?commit|pre-?push|husky|git|stop|posttooluse) ?hooks?\b|\bhandled by\b",
            r"(?<!never )\b(?:skip|omit)\b|\bnever (?:run|execute) (?:the )?(?:full |whole |entire )?<tests>|\b(?:not|without) (?:run|running) <tests>[^;]{0,20}<when>",
            r"\bdoc(?:s|umentation)?[- ]only\b|\bif (?:the |your |a )?(?:changes?|diff|prs?) (?:is|are|only|touch\w*)\b|\bonly (?:doc|docs|comments?|markdown)\b",
            r"\bload tests?\b|\bmanual(?:ly)? test",
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
        "terms": ("nv", "hook"),
        "keywords": (("no-verify", "hook", "pre-commit", "precommit", "pre-push", "husky", "lefthook", "checks", "gates", "validation"),
                     ("no-verify", "skip", "bypass", "disab", "circumvent", "ignor", "around", "evad", "suppress", "turn", "overrid", "sidestep",
                      "defeat", "subvert", "dodge", "let ", "without")),
        "pattern": (
            r"never:? (?:[\w'-]+ ){1,7}?(?:with|using|via|through|by (?:using|passing|adding)) (?:{use} )*<nv>",
            r"(?:(?:(?:all|every|git) )*commits? )?never:? (?:(?:{use}|pass|passing|add|adding|append|include|including|set|{skip}|commit|committing|push|pushing|merge|merging|rebase|amend|or|and|to|of|flags?|git|hooks?|<hook>|like|e\.g\.|i\.e\.|such as|failing|checks?|lint|linting|tests?|ci|by|on|your|verification|commits?|pushes|past|them|it|need|disabled|off|turned|--force|-n|--amend)(?: |, | ?/ ?| \(| — )){0,14}?\(?<nv>",
            r"never:? (?:[^;:]{1,60}?(?:,|/| or| and)(?: or| and)? )?{skip}(?:(?:,? (?:or|and)|/|,) (?:{skip}|modify|remove|delete|edit|weaken))*(?: or\b)?(?: on| past)? (?:(?:the|any|failing|a|our|your|configured|existing|all) )*<hook>",
            r"never:? {skip}(?: or {skip})? (?:(?:the|any|all|your|our) )*hooks(?![\w-])[^;]{0,60}?(?:<nv>|\bcommit|\bgit\b|\bpush)",
            r"[^:]{0,40}(?:\bgit\b|\bcommits?\b|\bcommitting\b|\bhooks\b|\bversion control\b|<hook>|\bpushing\b)[^:]{0,30}: never:? {skip}(?: or {skip})? (?:(?:the|any|all|your|our) )*(?:hooks|<hook>)(?![\w-])",
            r"(?:(?:(?:the )?(?:use|usage) of |using |running |committing with |passing |commits with )?(?:the )?)<nv>(?: on (?:git )?commits?| to {skip} hooks)?(?: is| are)?(?: —|:)? {forbidden}",
            r"no (?:{use} )*<nv>",
            r"no (?:(?:hooks?|<hook>)[- ](?:bypass|bypasses|bypassing|skip|skips|skipping)|(?:bypass|bypasses) of (?:the )?(?:hooks|<hook>))",
            r"<hook>(?: [\w ]{0,20})? (?:must )?never (?:be )?(?:skipped|bypassed|disabled|circumvented|ignored|turned off|overridden)",
            r"(?:[\w' ]{1,30} )?<hook>.{0,40}?(?:;|—|,|:|and|-|\() ?(?:so )?never {skip}(?:,? or {skip})? (?:them|it|hooks)\b|<hook>(?::| —| -|,) ?never {skip}(?:$|[.,;!])",
            r"{skip} (?:(?:the|any|all|our) )*(?:<hook>|git hooks)(?: (?:with|using|via) <nv>)?(?: is| are)? {forbidden}",
            r"(?:<hook>|hooks)[^;]{0,20}? never (?:be )?(?:skipped|bypassed|disabled|circumvented)[^;]{0,40}?<nv>",
            r"no (?:git )?(?:commits?|pushes|commits? (?:or|and) pushes) (?:with|using) <nv>",
            r"<hook> (?:must|should)(?: always)? (?:run|pass|succeed).{0,60}?(?:never|no) (?:{skip}|{use} <nv>|<nv>)",
            r"(?:if|when) .{0,60}?(?:hooks?|<hook>)\b.{0,40}? (?:fails?|failed|failures?|blocks?|rejects?|errors?|complains?|catches?|finds?|flags?|reports?|stops?|breaks?)\b.{0,120}?never (?:just |simply )?(?:{use} |commit (?:again )?with |re-?commit with |{skip}\b(?:.{0,30}?(?:with|using|via|by) )?)<nv>",
            r"(?:if|when) .{0,60}?(?:hooks?|<hook>)\b.{0,40}? (?:fails?|failed|failures?|blocks?|rejects?|errors?|complains?|catches?|finds?|flags?|reports?|stops?|breaks?)\b.{0,120}?never (?:just |simply )?{skip} (?:it|them|the hooks?|hooks|<hook>|the check)",
            r"(?:if|when) .{0,100}? (?:fails?|failed|blocks?|rejects?|errors?)\b.{0,120}?never (?:just |simply )?(?:{use} |commit (?:again )?with |{skip} (?:it |them |checks? |hooks? |<hook> )?(?:with |using |via )?)<nv>",
            r"(?:(?:if|when) .{0,100}?, )?(?:always |please )?(?:fix|address|resolve|investigate|correct) .{0,90}?(?:instead of|rather than|never|not|and not|over)(?: just| simply)? (?:{use} |committing with |pushing with )*(?:<nv>|{skip}(?: (?:it|them))? (?:with |using |via )<nv>|{skip} (?:the |any )?(?:<hook>|hooks?)(?![\w-]))",
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
        "terms": ("fp", "def"),
        "keywords": (("force", " -f"), ("push",)),
        "pattern": (
            r"never:? (?:{use} )*(?:[^;:]{1,70}?(?:,|/| or| and| nor| such as| like|e\.g\.,?| including| \()(?:(?: or| and| nor)? )?(?:{use} )*)?<fp>(?:{end}|(?: (?:anything|commits|changes|code|directly|ever|a branch|branches|history|your changes))*(?: (?:to|on|onto|against|over|into|in|at))? (?:[^;:.]{0,40}?(?:,|/| or| and|\() ?)?(?:[\w-]+ ){0,1}?<def>)",
            r"(?:(?:git |any |all |the |use of |using |doing |a )*)<fp>(?: (?:to|on|onto|against|over)(?: [^;:]{0,30}?)? <def>)?(?: (?:branch(?:es)?))?(?: is| are)?(?: —|:|,)? {forbidden}",
            r"no (?:{use} )*(?:[^;:]{1,40}?(?:,|/| or| and) (?:no )?)?<fp>(?:{end}|(?: (?:to|on|onto|against))? (?:[^;:]{0,30}? )?<def>)",
            r"(?:protect |treat |keep )?<def>[^;]{0,50}?(?:: ?|— ?|, ?|; ?|- ?|\bso |\band |\()(?:never|no) (?:{use} )*(?:[^;:]{1,40}?(?:,|/| or| and) )?<fp>(?: (?:to|on) (?:it|them|that branch))?{end}",
            r"(?:prefer |use |create |make |add |open |push )?(?:git )?(?:revert\w*|an?|the)\b[^;]{0,60}?(?:instead of|rather than|never|and never|over) (?:{use} )*<fp>(?: (?:to|on) <def>)?{end}",
            r"never:? (?:{use} )*(?:--force|-f)(?: ?/ ?-f| or -f| or --force-with-lease)?(?: flag)? (?:on|to|when pushing(?: to)?|with pushes to|against|with git push(?: to| on)?|while pushing to) (?:[^;]{0,20}? )?<def>",
            r"(?:the )?<def>(?: [\w ]{0,20})? never (?:be )?<fp>|never:? rewrit(?:e|ing)[^;]{0,60}? (?:with|by|via|using) (?:an? )?<fp>{end}",
            r"never:? push(?:ing)? (?:[\w ]{0,20} )?(?:to )?<def>[^;]{0,20}? with (?:--force|-f|force)(?![\w-])",
            r"never:? push(?:ing)? with (?:--force|-f|force)(?![\w-])(?: to <def>)?{end}",
        ),
        "unless": (
            r"\b(?:use|using|prefer|with|only|but|except|allow\w*|via|try|→|->|=>)(?: git push)? --force-with-lease|\bwithout --force-with-lease|--force-with-lease (?:instead|only|is|if|when)",
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
        "terms": ("uvcmd", "uv", "conda", "pip", "deps"),
        "keywords": (("pip", "uv", "poetry", "pdm", "rye"),
                     ("not", "never", "n't", "no ", "instead", "rather", "over", "forbid", "prohibit", "banned", "only", "exclusiv", "always", "use", "prefer",
                      "avoid", "allowed", "managed", "installed", "direct", "✗", "❌", "🚫")),
        "pattern": (
            # Never use pip.
            r"never:? (?:{use} )*{tools}<pip>(?: directly| manually)?(?:{end}| (?:for|to) (?:anything|<deps>|(?:install|manage|add|installing|managing|adding)(?: [\w-]+)?(?: <deps>)?|everything){end}| in (?:this|the|our) (?:project|repo\w*|codebase|monorepo)| on this (?:project|repo\w*)|(?:,| or|/) ?{tools})",
            r"never:? (?:manually |directly |ever )?(?:install|installing|add|adding|manage|managing|upgrade|upgrading|update)(?:,? (?:or|and) (?:install|add|manage|upgrade|remove|update))?(?: (?:<deps>|anything|things|stuff|python|new|any|them)){1,3}? (?:with|using|via|through|by) (?:{use} )*{tools}<pip>{end}",
            # Use uv, not pip.
            r"(?:{we} )?(?:(?:always|only|exclusively) )?(?:(?:use|uses|prefer|choose|run|stick (?:to|with)|standardi[sz]e on|rely on|go with|default to|install|manage|add|handle)\b[^;]{0,60}? ?)?(?:<uv>|<uvcmd>|<conda>).{0,90}?(?:\b|\(){neg} (?:{use} )*{tools}<pip>(?: directly)?(?:{end}| (?:for|to) | -[\w-]+| \.)",
            r"(?:instead of|rather than|in place of|replace|not) (?:{use} )*{tools}<pip>(?: [^;]{0,30}?)?(?:,| →| ->| =>| —|:|;)? ?(?:always |please )?(?:use|run|prefer|with|by) (?:<uv>|<uvcmd>|<conda>)",
            r"prefer (?:<uv>|<uvcmd>|<conda>) to {tools}<pip>{end}",
            r"(?:<deps>|python)[^;]{0,40}?(?:<uv>|<uvcmd>|<conda>)[^;]{0,30}?(?:, |; | \(|— |and )(?:not|never|no)(?: (?:{use} )*| with | via ){tools}<pip>{end}",
            # pip is forbidden.
            r"(?:(?:(?:the |any |direct )*(?:use|usage) of |using |running |calling |direct |installing [\w ]{0,20}(?:with|via) )?(?:{use} )?)<pip>(?: directly)?(?: is| are)?(?: —|:)? {forbidden}",
            r"no (?:{use} |direct |bare |raw )*{tools}<pip>(?: usage| use)?{end}",
            # uv and nothing else.
            r"(?:use|run) <uv>(?: exclusively| only)? (?:for|to (?:manage|install|add|handle|resolve)) (?:all |everything |any |python )*<deps>(?!.*<pip>)",
            r"use <uv> as (?:(?:the|your|our) )?(?:python )?<deps>(?!.*<pip>)",
            r"(?:{we} )?(?:uses?|is managed (?:with|by)|are managed (?:with|by)) <uv> (?:exclusively|only)(?!.*<pip>)",
            r"(?:{we} )?(?:only uses?|exclusively uses?|uses? only|runs? only|always uses?) <uv>(?: (?:for|to) [\w <>,-]{0,60})?(?:$|[.,;!(])(?!.*<pip>)",
            r"(?:always |only )(?:manage|install|add|handle) (?:<deps>|[\w ]{1,30}) (?:with|using|via|through) (?:<uv>|<uvcmd>)(?!.*<pip>)",
            r"(?:manage|install|add|handle) <deps> (?:only|exclusively|always) (?:with|using|via|through) <uv>(?!.*<pip>)",
            r"<deps> (?:must|should)(?: always| only)? be (?:managed|installed|added|handled) (?:only |exclusively |solely )?(?:with|using|via|through|by) <uv>(?!.*<pip>)",
            r"<deps> (?:is|are) (?:managed|installed|added|handled) (?:only|exclusively|solely) (?:with|using|via|through|by) <uv>(?!.*<pip>)",
        ),
        "unless": (
            r"\bglobal(?:ly)?\b|\bsudo\b|--user\b|--break-system-packages|\boutside\b|\bsystem[- ]wide\b|\bsystem(?:'s)? (?:python|pip)|\bwithout (?:a |an |the |first |activating )*(?:virtual|venv|activ|virtualenv)|\bbase environment|\binto the system",
            r"^(?:(?!<uv>|<uvcmd>|<conda>).)*\b(?:never (?:{use} )*(?:<uv>|<uvcmd>)(?![^;]{0,40}<pip>)|(?:not|instead of|over|rather than) (?:{use} )*(?:<uv>|<uvcmd>))",
            r"--upgrade\b|\brequirements files?\b",
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
        "terms": ("wholefile", "bigfile", "files", "infull", "context", "part", "partial"),
        "keywords": (("file", "module", " lines"),
                     ("read", "cat", "dump", "load", "open", "view", "print", "grep", "search", "rg", "offset", "pull", "ingest", "paste", "chunk", "sed", "head")),
        "pattern": (
            r"never:? {read}(?: back)? (?:[\w'-]+ ){0,2}?<wholefile>",
            r"never:? {read} (?:<bigfile>|<files>)(?: contents?)?(?: [\w-]+){0,3}? (?:<infull>|<context> (?:<infull>|at once))",
            r"never:? {read} <bigfile>(?: contents?)?(?:{end}| <context>| directly| blindly| to (?:the )?(?:terminal|stdout))",
            r"never:? {read} (?:an? |the )?(?:entire|whole|full|complete) (?:[\w.-]+ ){0,3}?<files> ?<context>",
            r"(?:when [^,;]{1,40}, )?(?:always )?(?:use|prefer|favou?r|start with|reach for)\b[^;]{0,80}?(?:<partial>|<part>)[^;]{0,60}?(?:instead of|rather than|over|not|never|before|and never|and not|,? don't) (?:{read} )?(?:(?:of|the|an?) )*(?:<wholefile>|<bigfile>|whole thing|entire thing|full-file reads?|whole-file reads?|full reads?|<files> <infull>)",
            r"(?:read(?: only)?|only read|only open|load only|view only|fetch only) <part>(?: (?:of|from|in) (?:the |a |each |any )*(?:<files>|<bigfile>|<wholefile>))?(?: (?:that )?(?:you|is|are|the task) [\w ]{0,20}?(?:need\w*|require\w*|relevant))?(?:$|[.;!(]|,? (?:instead of|rather than|not|never) [\w ]{0,20}?<wholefile>|,? (?:instead of|rather than) (?:the )?(?:whole|entire|full))",
            r"read [^;]{0,40}\blines\b.{0,30}?(?:never|not|instead of|rather than) (?:{read} )?(?:the )?<wholefile>",
            r"read <part>[^;]{0,40}?(?:instead of|rather than|not|never|over) (?:{read} )?(?:(?:the|an?) )*(?:<wholefile>|whole thing|entire thing|whole|everything)",
            r"(?:when (?:reading|viewing|opening|exploring|inspecting|working with|dealing with|handling) |for |with |to read )<bigfile>[,:]? [^;]{0,40}?(?:use|read|grep|search|prefer|view|load)\b[^;]{0,40}?(?:<partial>|<part>)",
            r"(?:use|prefer) [^;]{0,40}?(?:<partial>|<part>)[^;]{0,50}? (?:for|on|when reading|to read|with|when viewing|when opening) <bigfile>",
            r"read <files> (?:in|by) (?:small |smaller |line )?(?:<partial>|<part>|slices)",
            r"(?:only )?read (?:only )?what (?:you|is|the task) [\w ]{0,20}?(?:need\w*|require\w*)[^;]{0,60}?(?:not|never|instead of|rather than) (?:{read} )?<wholefile>",
            r"read <bigfile>(?: [\w-]+){0,2}? (?:in|by|with|using|via) [^;]{0,20}?(?:<partial>|<part>)",
            r"(?:grep|search|rg|use grep|use rg)\b[^;]{0,60}?(?:instead of|rather than|before|never) (?:{read} )(?:(?:the|an?) )*(?:<wholefile>|<bigfile>)",
            r"(?:instead of|rather than) {read} (?:<wholefile>|<bigfile>),? (?:use|grep|search|read|prefer)\b",
            r"(?:no|never) (?:<wholefile>|whole[- ]file|full[- ]file|entire[- ]file)[ -](?:reads?|dumps?|cats?)|no (?:dumping|{read}) (?:of )?<wholefile>",
            r"(?:<wholefile>|full[- ]file|whole[- ]file)[ -](?:reads?|dumps?|cats?)(?: is| are)? {forbidden}",
            r"(?:reading|dumping|loading|cat) <wholefile>(?: <context>)?(?: is| are)? {forbidden}",
        ),
        "unless": (
            r"\b(?:in|into|to|in your|for) (?:(?:the|your|a|our|its|any) )*(?:chat|response|responses|output|reply|replies|answer|answers|message|messages|user|commit|pr|description|docs|documentation|report|summary|issue|comment)\b",
            r"\b(?:rewrite|rewriting|overwrite|overwriting|replace|replacing|regenerate|write|writing|edit|editing|output|outputting|return|reprint)(?:ing)?\b[^;]{0,30}<wholefile>",
            r"\b(?:into|in) (?:the )?memory\b(?! (?:or|and) (?:the )?context)",
            r"\bread (?:the |each |every )?(?:<wholefile>|<files>)(?: <infull>)? (?:before|first)\b|\b(?:always|must) read (?:the )?(?:<wholefile>|<files> <infull>)|(?<!never )(?<!than )(?<!of )\bread (?:the |all )?<wholefile>",
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
                    "message_regex": r"\A(?![A-Za-z][\w-]*(?:\([^()\n]+\))?!?: *\S)(?!(?:Merge|Revert|Reapply|fixup!|squash!|amend!) ?)(?=\s*\S)",
                }
            },
            "examples": {
                "fire": [
                    {"bash": "git commit -m 'Fixed the thing'"},
                    {"bash": "git commit -am 'update readme'"},
                    {"bash": "git add -A && git commit -m \"Add parser\""},
                    {"bash": "git commit --message='wip'"},
                ],
                "skip": [
                    {"bash": "git commit -m 'fix(parser): read empty lines'"},
                    {"bash": "git commit -m 'feat!: drop python 3.8'"},
                    {"bash": "git commit --amend --no-edit", "note": "no message given"},
                    {"bash": "git commit -m \"$MSG\"", "note": "not known"},
                    {"bash": "git commit -m \"Merge branch 'dev'\""},
                    {"bash": "git tag -m 'Fixed the thing' v1"},
                ],
            },
        },
        "terms": ("cc", "commits"),
        "keywords": (("conventional", "semantic commit", "angular", "conv commit", "feat", "type(", "type>", "type›", "type:"),),
        "pattern": (
            r"(?:ensure )?<commits> (?:must|should|shall|have to|need to) (?:always )?be (?:an? |valid |proper )*<cc>",
            r"(?:(?:when|for|while) (?:you )?(?:committing|making commits|writing commits?|writing <commits>|creating commits?|making <commits>|creating <commits>|you commit|<commits>),? )?(?:{we} )?(?:always )?(?:use|uses|using|follow|follows|following|adopt|adopts|adhere to|adheres to|stick to|apply|prefer|prefers|require|requires|enforce|conform to|comply with|obey|respect|write|make|create|keep|generate|produce|compose|format|commit|craft|employ|structure|prepare|name)\b (?:[\w' <>,*:/-]{0,60}? )?(?:\(|\[)?<cc>",
            r"(?:ensure )?<commits>(?: [\w ]{0,20}?)?(?::|—| -|,)? ?(?:(?:must|should|shall|will|need to|have to|always|all|strictly|are|be|is|to) )*(?:use|uses|using|follow|follows|following|adhere|adheres|conform|conforms|comply|written|formatted|in|as|match|matches|adopt|obey|respect|stick|required|styled|structured)\b[^;]{0,40}?<cc>",
            r"<commits>(?: [\w ]{0,12})?(?::| —| -|=| \()+ ?(?:(?:use|follow|always|the|strict|strictly|must|be|are|only) )*<cc>(?! (?:is|are|not|do) )",
            r"<cc>(?: (?:is|are|format|for <commits>|for all <commits>|on <commits>|in <commits>|messages))* ?(?:—|:|\()? ?(?:always |strictly )?(?:required|mandatory|only|obligatory|preferred|a must|non-negotiable|must be (?:used|followed)|are (?:always )?used|used)\b",
            r"<cc>(?: for <commits>)?(?::| \(| —| -|;) ?[^;]{0,30}?(?:\b(?:feat|fix)\b|‹?type›?[(:\[])",
            r"[^:]{0,20}<commits>[^:]{0,20}: (?:feat|fix)(?:\([^)]*\))?!?: ",
            r"<cc> for (?:all |every )?<commits>(?:{end}|[^;]{0,20}\b(?:feat|fix)\b)",
            r"[^:]{0,40}(?:\bgit\b|<commits>|\bcommitting\b|\bversion control\b|\bvcs\b)[^:]{0,30}: <cc>(?:$|[.,;!(:]| \(| —| with\b| for <commits>)",
            r"<commits>(?: (?:your|all|the|any|changes|work|code))* (?:with|using|via|as|in) (?:an? |the |proper |valid )*<cc>",
            r"<commits>[^;]{0,50}?(?:format|template|pattern)[^;]{0,20}?\b(?:feat|fix|docs)\([\w-]*\): ",
            r"(?:write |use |make |keep |create )(?:[\w, ]{0,30} )?conventional,? (?:[\w,]{1,14} ){0,2}<commits>|keep (?:your |all )?<commits> conventional",
            r"(?:prefix|start|begin|tag|label) (?:all |every |each |the |your )*<commits>[^;]{0,30}? (?:with|by|using) [^;]{0,40}?\b(?:feat|fix)(?![\w-])[^;]{0,3}[:(,/|]",
            r"<commits>[^;]{0,50}?(?:format|must|should|follow|use|:|prefix|start|begin|are|template)[^;]{0,40}?(?:‹type›(?:\(|\[|:|!)|\btype(?:\(|\[\(|\[?: ?(?:‹|short|desc|sub|summ|mess)|!: )|\{type\})",
            r"<commits>[^;]{0,50}?(?:format|must|should|follow|use|:|prefix\w*|start|begin|types?)[^;]{0,40}?\bfeat(?::|\(|,|/|\|| \|)[^;]{0,12}?\b(?:fix|docs|chore)",
            r"(?:use|follow|apply)\b[^;]{0,30}?(?:‹type›(?:\(|:)|\btype\(|\bfeat(?::|\(|,|/|\|)[^;]{0,12}?\bfix)[^;]{0,80}?(?:<commits>|prefix)",
        ),
        "unless": (
            r"\b(?:for|in|as|on|to) (?:(?:the|your|all|every|our|a|each) )*(?:pr|prs|pull[- ]requests?|mr|merge[- ]requests?|squash(?:ed|-merge)?|branch|issue|release|tag)\b(?: (?:titles?|names?|descriptions?|commits?|messages?))?(?!(?: and| or|/|,|, and) ?<commits>)",
            r"\bnever\b[^;]{0,40}?<cc>|\b(?:not|no|without) (?:{use} |follow |following |require )*<cc>|<cc>[^;]{0,20}? (?:is|are|do|does|did) (?:not|never|n't)\b|\b(?:instead of|rather than|over) <cc>",
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
        "terms": ("secret", "repo"),
        "keywords": (("secret", ".env", "env file", "environment file", "credential", "key", "token", "password", ".pem", "sensitive", "id_rsa", "dotenv"),
                     ("commit", "git", "repo", "version control", "source control", "vcs", "check", "stag", "push", "track")),
        "pattern": (
            r"never:? (?:[^;:]{1,80}?(?:,|/| or| and| nor)(?: or| and| nor)? )?(?:(?:accidentally|ever|directly|knowingly) )*(?:commit|committing|check(?:ing)? in|git add|git commit|stage|staging|push|pushing)(?:(?:,? (?:or|and|nor)|,|/) ?(?:or )?(?:log|print|expose|share|push|display|echo|leak|hard-?code|store|include|upload|publish|paste|output|reveal|embed|commit|stage|track|transmit|add)(?:ging|ing)?)*,? {listed}<secret>",
            r"never:? (?:[^;:]{1,60}?(?:,|/| or| and) )?(?:add|put|store|keep|include|save|leak|place|leave|check|push|expose|write|upload|introduce|embed|paste|track|version|adding|putting|storing|checking|have)\b(?: in)? {listed}<secret>[^;:]{0,40}? (?:to|in|into|inside|within) (?:[\w ,/]{0,30}?(?:,|/| or| and) )?(?:the |this |any )*<repo>",
            r"never:? [^;:]{1,60}?<secret>[^;:]{0,40}?(?: or|,| and|/) (?:or )?(?:commit|check in|push|add|stage) (?:them|it)\b",
            r"(?:ensure |verify |check )?<secret>[^;:]{0,60}? never (?:be |get |gets |ever )*(?:committed|commit|checked in|checked into|staged|tracked|pushed)",
            r"<secret>[^;:]{0,60}? never (?:be )?(?:go|goes|get|belongs?|live|lives?|stored|added|pushed|included|land|lands|end up|in|enter|enters|appear|kept|put|leave|exist)\b[^;:]{0,20}?(?: ?(?:in|into|to|inside|on|under))? <repo>",
            r"<secret>[^;:]{0,60}? (?:never|not) (?:be )?in <repo>|<secret>[^;:]{0,30}? (?:do|does) not belong in <repo>",
            r"(?:(?:store|keep|put|load|read|place|add|copy|use|treat) (?:[\w ]{0,20} )?)?<secret>.{0,90}?(?:,|;|—|-|:|\band\b|\bso\b|\() ?(?:[\w ]{0,12} )?never:? (?:be )?(?:commit(?:ted)?|check in|add|push|stage|git add)(?:$|[.!)]| (?:it|them|this|these|either|to <repo>|any of|that)\b)",
            r"keep (?:[^;:]{0,40}? )?<secret>(?:[^;:]{0,30}?) out of (?:[\w ,/]{0,30}?(?:,|/| or| and) )?(?:the |this |your )*<repo>",
            r"<secret>[^;:]{0,30}? (?:must|should|have to|need to|always)(?: always)? (?:stay|remain|be kept|live|stays) (?:out of|outside(?: of)?) (?:the )?<repo>",
            r"(?:ensure |verify |(?:double-)?check |confirm )?(?:that )?(?:there are )?no {listed}<secret>(?:(?:,|/| or| and)[^;:]{0,40}?)? ?(?:(?:are|is|get|gets|being|ever|be|have been) )*(?:(?:in|into|to) (?:[\w ,/]{0,20}?(?:,|/| or| and) )?<repo>|committed|checked in|staged|pushed|in (?:the )?(?:diff|commit|staged))",
            r"no (?:committed|checked-in|tracked) <secret>",
            r"(?:ensure|verify|check|confirm) (?:that )?<secret>[^;:]{0,30}? (?:is|are) (?:not|never) (?:committed|tracked|staged|checked in)",
            r"(?:committing|checking in|pushing) {listed}<secret>[^;:]{0,40}? {forbidden}",
        ),
        "unless": (
            r"\bnever (?:commit|push|merge)[^;]{0,40}? without (?:\w+ ){0,3}?(?:check|scan|review|rotat|encrypt)",
            r"\b(?:unencrypted|decrypted|unsealed|plaintext|plain-text)\b|\bdesign tokens?\b|\bcss\b|\bhandshakes?\b|\blocali[sz]ation\b|\bi18n\b",
            r"\b(?:sops|sealed|git-crypt|ansible-vault)\b",
        ),
        "not_under": (),
        "known_misses": ("\"Never hardcode secrets\": the code, not a file", "files added by `git add .` or `git commit -a`"),
    },
]
