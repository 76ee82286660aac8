"""Event matchers: for each key what fires, a near-miss and what is undecided; alone, under not, any and all (AD-4)."""
from __future__ import annotations

import itertools

import pytest

from ruleprobe.declarative import DeclarativeError
from ruleprobe.matchers import compile_matcher, is_undecided


def call(name, **given):
    return {"kind": "tool_use", "id": "t", "turn": 1, "name": name, "input": given, "ran": True}


def sh(command):
    return call("Bash", command=command)


def said(text, **more):
    return {"kind": "assistant_text", "turn": 1, "text": text, "final": True, **more}


PROMPT = {"kind": "user_prompt", "turn": 1, "text": "please fix it"}
COMPACT = {"kind": "compact", "turn": 1}
RESULT = {"kind": "tool_result", "turn": 1, "tool_use_id": "t", "tool_name": "Bash", "text": "ok", "is_error": False}
BROKEN = sh("echo 'open")
HIDDEN = call("PowerShell", command="x")
LONG = "a" * 20000

T, F, U = True, False, None

# (matcher, events it is true of, false of, undecided of)
ROWS = [
    ("kind", {"kind": "compact"}, [COMPACT], [PROMPT, sh("ls")], []),
    ("kind, several", {"kind": ["tool_use", "tool_result"]}, [sh("ls"), RESULT], [said("x")], []),
    ("tool, a name", {"tool": "Bash"}, [sh("ls")], [call("bash"), call("BashOutput"), said("Bash"), COMPACT, RESULT], [call(None), call(7)]),
    ("tool, names", {"tool": ["Write", "Edit"]}, [call("Edit")], [call("MultiEdit")], [call(None)]),
    ("tool.name", {"tool": {"name": "Write"}}, [call("Write")], [call("Write2")], []),
    ("tool.glob", {"tool": {"glob": "mcp__*"}}, [call("mcp__a__b/c")], [call("mcp_a"), call("xmcp__a")], [call(None)]),
    ("tool, maps", {"tool": [{"glob": "mcp__*"}, {"name": "Bash"}]}, [call("mcp__x"), sh("ls")], [call("Write")], []),
    ("tool, both", {"tool": {"name": ["Write", "Edit"], "glob": "W*"}}, [call("Write")], [call("Edit"), call("Web")], []),
    ("arg.exists", {"arg": {"field": "timeout", "exists": True}}, [call("Bash", timeout=None)], [call("Bash", time=1), said("x")], []),
    ("arg.exists false", {"arg": {"field": "timeout", "exists": False}}, [call("Bash", time=1)], [call("Bash", timeout=None), said("x")], []),
    ("arg.equals", {"arg": {"field": "run_in_background", "equals": True}}, [call("Bash", run_in_background=True)],
     [call("Bash", run_in_background=False)], [call("Bash"), call("Bash", run_in_background="true"), call("Bash", run_in_background=1)]),
    ("arg.equals, numbers", {"arg": {"field": "n", "equals": [1, 2]}}, [call("X", n=2), call("X", n=1.0)], [call("X", n=3)],
     [call("X", n="1"), call("X", n=True), call("X", n=None)]),
    ("arg.equals, null", {"arg": {"field": "n", "equals": None}}, [call("X", n=None)], [call("X", n=0), call("X", n="")], [call("X")]),
    ("arg.contains", {"arg": {"field": "file_path", "contains": "/src/"}}, [call("Read", file_path="/w/src/a")],
     [call("Read", file_path="/w/source/a"), said("/src/")], [call("Read"), call("Read", file_path=3), call("Read", file_path=None)]),
    ("arg.contains, several", {"arg": {"field": "p", "contains": ["a", "b"]}}, [call("X", p="xbx")], [call("X", p="xyz")], []),
    ("arg.regex", {"arg": {"field": "url", "regex": "^http://"}}, [call("F", url="http://x")], [call("F", url="https://x")], [call("F", url=["x", 1])]),
    ("arg.regex, any field", {"arg": {"field": ["a", "b"], "regex": "x"}}, [call("F", a="y", b="x"), call("F", b="x")], [call("F", a="y"), call("F", a="y", b="z")],
     [call("F", c="x"), call("F", a="y", b=1)]),
    ("arg.field, dotted", {"arg": {"field": "edits.new_string", "contains": "TODO"}},
     [call("MultiEdit", edits=[{"new_string": "x"}, {"new_string": "TODO"}])], [call("MultiEdit", edits=[{"new_string": "x"}])],
     [call("MultiEdit", edits=[]), call("MultiEdit", edits="TODO"), call("MultiEdit", edits=[{"old_string": "TODO"}])]),
    ("arg.field, a number", {"arg": {"field": "command.0", "equals": "bash"}}, [call("shell", command=["bash", "-c"])], [call("shell", command=["ls", "bash"])],
     [call("shell", command=[])]),
    ("arg.field, items", {"arg": {"field": "command", "equals": "-c"}}, [call("shell", command=["bash", "-c"])], [call("shell", command=["bash"])], []),
    ("arg.path_glob", {"arg": {"field": "file_path", "path_glob": "src/*.py"}}, [call("Read", file_path="/w/src/a.py"), call("Read", file_path="src/a.py")],
     [call("Read", file_path="/w/xsrc/a.py"), call("Read", file_path="/w/src/b/a.py"), call("Read", file_path="/w/src/a.pyc")], [call("Read", file_path=None)]),
    ("arg, all its keys", {"arg": {"field": "p", "contains": "a", "regex": "b$"}}, [call("X", p="ab")], [call("X", p="ba"), call("X", p="b")], []),
    ("command, a text", {"command": "git push"}, [sh("git push -f"), sh("cd x && /usr/bin/git push"), sh("A=1 git push > log")],
     [sh("git -C x push"), sh("echo git push"), sh("sudo git push"), call("Write", command="git push"), said("git push")],
     [sh("git $X"), sh("$GIT push"), sh("git * -f"), BROKEN, sh(""), call("Bash"), call("Bash", command=3), HIDDEN, sh("echo $(git push)")]),
    ("command, words", {"command": ["sudo", "pip"]}, [sh("sudo pip install x && ls")], [sh("pip install x"), sh("sudo -H pip install")], []),
    ("command, lists of words", {"command": [["npm", "ci"], ["yarn"]]}, [sh("yarn add x"), sh("npm ci")], [sh("npm install")], [sh("npm $X")]),
    ("command, maps", {"command": [{"name": "yarn"}, {"starts_with": "npm ci"}]}, [sh("yarn"), sh("npm ci")], [sh("npm install")], []),
    ("command.starts_with", {"command": {"starts_with": ["git", "push", "-f"]}}, [sh("git push -f x")], [sh("git push x -f"), sh("git push"), sh("git $X | ls", )][:2],
     [sh("git push $X"), sh("git $X -f"), sh("git $X y")]),
    ("command.name", {"command": {"name": "cat"}}, [sh("/bin/cat x"), sh("ls | cat")], [sh("sudo cat x"), sh("category"), sh("echo cat"), sh("X=1")], [sh("$CAT x")]),
    ("command.contains", {"command": {"contains": ["--force", "-f"]}}, [sh("x -f"), sh("x $Y --force")], [sh("x --force-with-lease"), sh("x '-f g'"), sh("x > -f")], [sh("x $Y")]),
    ("command.none_of", {"command": {"name": "find", "none_of": ["-name", "-path"]}}, [sh("find . -type f")], [sh("find . -name x"), sh("find . $X -name y")],
     [sh("find $X"), sh("find . -type *")]),
    ("command.arg_count", {"command": {"name": "cat", "arg_count": 1}}, [sh("cat -n a"), sh("cat -- -a"), sh("cat a > b")], [sh("cat a b"), sh("cat -n"), sh("cat a b $X")],
     [sh("cat $X"), sh("cat a $X")]),
    ("command.arg_count, min", {"command": {"name": "rm", "arg_count": {"min": 2}}}, [sh("rm a b"), sh("rm a b $X")], [sh("rm a"), sh("rm -r -f a")], [sh("rm a $X")]),
    ("command.arg_count, max", {"command": {"name": "rm", "arg_count": {"max": 1}}}, [sh("rm"), sh("rm a")], [sh("rm a b $X")], [sh("rm $X")]),
    ("command.sole_segment", {"command": {"name": "cat", "sole_segment": True}}, [sh("cat a && ls"), sh("cat a; cat b | wc")], [sh("cat a | wc"), sh("for f in a; do cat b; done | wc")], []),
    ("command.sole_segment false", {"command": {"name": "cat", "sole_segment": False}}, [sh("cat a | wc")], [sh("cat a")], []),
    ("command.redirect", {"command": {"name": "cat", "redirect": True}}, [sh("cat a > b"), sh("cat a &>> b")], [sh("cat a 2> b"), sh("cat < a"), sh("cat '>' a")], []),
    ("command.redirect false", {"command": {"name": "cat", "redirect": False}}, [sh("cat a 2>/dev/null")], [sh("cat a > b")], []),
    ("command.regex", {"command": {"regex": r"rm\s+-rf"}}, [sh("rm  -rf x"), sh("echo 'rm -rf"), sh("x $(rm -rf y)")], [sh("rm -fr x"), sh("")], [call("Bash"), HIDDEN]),
    ("command.unparsed", {"command": {"unparsed": True}}, [BROKEN, sh(""), sh("a" * 20000)], [sh("ls")], [call("Bash"), HIDDEN]),
    ("command.unparsed false", {"command": {"unparsed": False}}, [sh("ls")], [BROKEN], []),
    ("command, one segment", {"command": {"name": "git", "contains": "-f"}}, [sh("git push -f")], [sh("git push; rm -f x"), sh("git push | grep -f x")], []),
    ("command.program", {"command": {"program": "cat"}}, [sh("sudo -u x cat a"), sh("bash -c 'ls; cat a'"), sh("/bin/cat a"), sh("for f in a; do cat $f; done")],
     [sh("echo cat"), sh("bash --version")], [sh("$CAT a"), sh("sudo --strange cat a"), sh("bash -c \"$X\""), BROKEN, sh("ls $(cat a)")]),
    ("command.program, several", {"command": {"program": ["npm", "npx"]}}, [sh("npx x")], [sh("pnpm x")], []),
    ("command.first_operand", {"command": {"program": "python", "first_operand": "manage.py"}}, [sh("python -u ./app/manage.py run")], [sh("python x.py manage.py"), sh("python")],
     [sh("python $X manage.py")]),
    ("command.first_operand none_of", {"command": {"program": "cat", "first_operand": {"none_of": ["-"]}}}, [sh("cat a")], [sh("cat -"), sh("cat")], [sh("cat $X")]),
    ("command.piped", {"command": {"program": "cat", "piped": False}}, [sh("cat a"), sh("ls | cat a"), sh("bash -c 'cat a'")], [sh("cat a | wc"), sh("{ cat a; } | wc")], [sh("$CAT a")]),
    ("command.piped true", {"command": {"program": "cat", "piped": True}}, [sh("cat a | wc")], [sh("cat a")], []),
    ("command, on one command", {"command": {"program": "pip", "none_of": ["-U", "sudo"], "arg_count": 2, "redirect": False}}, [sh("sudo pip install x"), sh("A=$B pip install x 2> y")],
     [sh("pip install -U x"), sh("pip install x > y"), sh("pip install x y")], [sh("pip install $X"), sh("xargs pip install")]),
    ("command.runs", {"command": {"runs": "tests"}}, [sh("cd a && pytest -q"), sh("npm run test:unit"), sh("bash -lc pytest"), sh("make test | tail")],
     [sh("pytest --version"), sh("pip install pytest"), sh("ls")], [sh("./scripts/check.sh"), sh("make ci"), sh("$RUN"), BROKEN, HIDDEN]),
    ("command.runs, on one command", {"command": {"runs": "tests", "contains": "-x"}}, [sh("pytest -x")], [sh("pytest; ls -x")], [sh("pytest $X")]),
    ("command.installs_with", {"command": {"installs_with": "pip"}}, [sh("pip install x"), sh("sudo python3 -m pip install -r r.txt"), sh("ls; .venv/bin/pip3 install x")],
     [sh("uv pip install x"), sh("pip list"), sh("pip uninstall x"), sh("echo pip install x"), sh("npm install x")], [sh("$PIP install x"), BROKEN]),
    ("command.installs_with, several", {"command": {"installs_with": ["npm", "yarn"]}}, [sh("npm i x"), sh("yarn add x")], [sh("pnpm add x")], []),
    ("git.subcommand", {"git": {"subcommand": "push"}}, [sh("git -C x push"), sh("sudo git push"), sh("git -c a.b=c push"), sh("git -c alias.p=push p")],
     [sh("git commit -m push"), sh("echo git push"), sh("ls"), sh("git push --help")], [sh("git $X"), sh("$GIT push"), BROKEN, HIDDEN, sh("x $(git push)")]),
    ("git.subcommand, several", {"git": {"subcommand": ["add", "stage"]}}, [sh("git stage x")], [sh("git commit")], []),
    ("git.args_any", {"git": {"subcommand": "commit", "args_any": ["--no-verify"]}}, [sh("git commit -anm x"), sh("git commit --no-veri"), sh("git commit --no-verify $X")],
     [sh("git commit -m --no-verify"), sh("git commit --no-verify --verify"), sh("git commit -- --no-verify"), sh("git push --no-verify")], [sh("git commit $X")]),
    ("git.args_any, short", {"git": {"subcommand": "push", "args_any": ["-f"]}}, [sh("git push --force"), sh("git push -uf")], [sh("git push -u"), sh("git push -o -f")], []),
    ("git.args_any, a value", {"git": {"subcommand": "commit", "args_any": ["--cleanup=strip"]}}, [sh("git commit --cleanup strip")], [sh("git commit --cleanup=default")], []),
    ("git.args_any, an operand", {"git": {"subcommand": "push", "args_any": ["main"]}}, [sh("git push origin main")], [sh("git push origin main2"), sh("git push -o main x")],
     [sh("git push origin $B")]),
    ("git.args_any, a subcommand without a table", {"git": {"subcommand": "lfs", "args_any": ["pull"]}}, [sh("git lfs pull")], [sh("git lfs push")], [sh("git lfs $X")]),
    ("git.args_none", {"git": {"subcommand": "push", "args_none": ["--dry-run", "-f"]}}, [sh("git push x")], [sh("git push -n"), sh("git push --force $X")], [sh("git push $X")]),
    ("git.token_prefix", {"git": {"subcommand": "push", "token_prefix": "+"}}, [sh("git push o +main")], [sh("git push o main+"), sh("git push -o +x y")], [sh("git push o $X")]),
    ("git.token_prefix, an option", {"git": {"subcommand": "push", "token_prefix": ["--force"]}}, [sh("git push --force-with-lease=x"), sh("git push -f")], [sh("git push --follow-tags")],
     [sh("git push $X")]),
    ("git.arg_regex", {"git": {"subcommand": "add", "arg_regex": r"(^|/)\.env$"}}, [sh("git add a b/.env")], [sh("git add .env.example"), sh("git add")], [sh("git add $X")]),
    ("git.config_regex", {"git": {"subcommand": "commit", "config_regex": "^core.hookspath="}}, [sh("git -c core.hooksPath=/x commit")], [sh("git -c user.name=x commit"), sh("git commit")],
     [sh("git -c core.hooksPath=$X commit")]),
    ("git.message_regex", {"git": {"subcommand": "commit", "message_regex": "^fix: "}}, [sh("git commit -am 'fix: x'"), sh("git commit -m \"$(cat <<'E'\nfix: x\nE\n)\""), sh("git commit -F - <<'E'\nfix: y\nE")],
     [sh("git commit -m 'feat: fix: x'"), sh("git tag -m 'fix: x' v1")], [sh("git commit"), sh("git commit -m \"$M\""), sh("git commit --amend --no-edit")]),
    ("git.skips_hooks", {"git": {"skips_hooks": True}}, [sh("git commit -nm x"), sh("HUSKY=0 git commit"), sh("git -c core.hooksPath=/dev/null commit")],
     [sh("git commit -m -n"), sh("git push -n"), sh("ls")], [sh("git commit $X"), BROKEN, HIDDEN]),
    ("git.skips_hooks false", {"git": {"subcommand": "commit", "skips_hooks": False}}, [sh("git commit -m x")], [sh("git commit -n"), sh("ls"), sh("git push")], [sh("git commit $X")]),
    ("git.skips_hooks, a subcommand", {"git": {"subcommand": "push", "skips_hooks": True}}, [sh("git push --no-verify")], [sh("git commit --no-verify")], []),
    ("git.force_pushes", {"git": {"force_pushes": "default"}}, [sh("git push -f origin main"), sh("git push origin +HEAD:master"), sh("git push --delete o main")],
     [sh("git push -f origin dev"), sh("git push origin main"), sh("git fetch -f origin main")], [sh("git push -f"), sh("git push -f o $B")]),
    ("git.force_pushes, branches", {"git": {"force_pushes": ["release"]}}, [sh("git push -f o release")], [sh("git push -f o main")], []),
    ("env.name", {"env": {"name": "SKIP"}}, [sh("SKIP=x git commit"), sh("env SKIP=x make"), sh("ls; SKIP= make")], [sh("SKIP=x"), sh("SKIPS=x make"), sh("echo SKIP=x"), sh("make SKIP=x")],
     [BROKEN, HIDDEN, sh("ls $(SKIP=1 make)")]),
    ("env.command", {"env": {"name": ["A", "B"], "command": "git"}}, [sh("B=1 git x"), sh("A=1 sudo git x")], [sh("B=1 make git"), sh("A=1 ls; git x")], [sh("A=1 $GIT x")]),
    ("text.command", {"text": {"source": "command", "contains": "rm -rf"}}, [sh("echo 'rm -rf")], [sh("rm -r"), said("rm -rf")], [call("Bash"), call("Bash", command=1), HIDDEN]),
    ("text, its default", {"text": {"regex": "a+b"}}, [sh("aab")], [sh("b")], [call("Bash")]),
    ("text.heredocs", {"text": {"source": "heredocs", "regex": "secret"}}, [sh("cat <<E > f\nx secret\nE")], [sh("echo secret"), sh("cat <<E\nx\nE"), said("secret")],
     [sh("'"), HIDDEN]),
    ("text.payload", {"text": {"source": "payload", "contains": "KEY"}},
     [call("Write", content="a KEY"), call("Edit", new_string="KEY"), call("MultiEdit", edits=[{"new_string": "x"}, {"new_string": "KEY"}]),
      call("NotebookEdit", new_source="KEY"), sh("cat > f <<E\nKEY\nE"), sh("echo KEY >> f"), sh("printf KEY | tee f <<< KEY")][:6],
     [call("Write", content="key"), call("Edit", old_string="KEY", new_string=""), sh("echo KEY"), call("Read", file_path="KEY")],
     [call("Write", file_path="x"), call("Edit", new_string=1), call("MultiEdit", edits=[{"new_string": "x"}, {"new_string": None}]), BROKEN, HIDDEN]),
    ("text.assistant", {"text": {"source": "assistant", "contains": "Done"}}, [said("Done.")], [said("done"), PROMPT, sh("Done")], [said(None), said(3)]),
    ("message", {"message": {"contains": "sorry"}}, [said("so sorry")], [said("no"), {**PROMPT, "text": "sorry"}, sh("sorry")], [said(None)]),
    ("message.role", {"message": {"role": "user", "regex": "^please"}}, [PROMPT], [said("please"), {**PROMPT, "text": "x please"}], [{**PROMPT, "text": None}]),
    ("message.role, both", {"message": {"role": ["user", "assistant"], "contains": "x"}}, [said("x"), {**PROMPT, "text": "x"}], [sh("x"), COMPACT], []),
    ("message.final", {"message": {"final": True, "contains": "x"}}, [said("x")], [said("x", final=False), said("y"), said("y", final=None)], [said("x", final=None)]),
    ("message.final false", {"message": {"final": False}}, [said("x", final=False)], [said("x")], [said("x", final="no")]),
    ("a list", [{"tool": "Write"}, {"command": "ls"}], [call("Write"), sh("ls")], [sh("cat"), call("Read")], [BROKEN, HIDDEN]),
    ("a map", {"tool": "Bash", "command": "ls", "arg": {"field": "timeout", "exists": False}}, [sh("ls")], [call("Bash", command="ls", timeout=1), sh("cat")], [BROKEN]),
    ("not", {"not": {"command": "ls"}}, [sh("cat"), call("Write")], [sh("ls")], [BROKEN, HIDDEN, sh("$X"), sh("x $(ls)")]),
    ("not, a list", {"not": [{"command": "ls"}, {"tool": "Write"}]}, [sh("cat")], [sh("ls"), call("Write")], [BROKEN]),
    ("any", {"any": [{"command": "ls"}, {"arg": {"field": "x", "equals": 1}}]}, [call("Bash", command="cat", x=1), sh("ls")], [call("Bash", command="cat", x=2)], [sh("cat"), BROKEN]),
    ("all", {"all": [{"command": "ls"}, {"arg": {"field": "x", "equals": 1}}]}, [call("Bash", command="ls", x=1)], [sh("cat"), call("Bash", command="ls", x=2)], [sh("ls")]),
    ("a pattern over a long text", {"arg": {"field": "p", "regex": "b.*c"}}, [call("X", p=LONG + "bc" + LONG[:8]), call("X", p="bc" + LONG)][1:], [call("X", p=LONG), call("X", p="b" + LONG)],
     [call("X", p="c" + LONG + "b")]),
]

CASES = [(label, when, event, wanted) for label, when, *lists in ROWS for wanted, events in zip((T, F, U), lists) for event in events]
TRUE, FALSE, UNDECIDED = ({"arg": {"field": field, "equals": value}} for field, value in (("a", 1), ("a", 2), ("b", 1)))


def answer(when, event):
    return compile_matcher(when, "t.yaml")(event)


def negated(value):
    return None if value is None else not value


@pytest.mark.parametrize("when, event, wanted", [case[1:] for case in CASES], ids=["%s-%d" % (case[0], n) for n, case in enumerate(CASES)])
def test_each_key(when, event, wanted):
    nothing = {"arg": {"field": "nothing", "exists": True}}
    never = {"any": [nothing, {"message": {"role": ["user", "assistant"], "contains": "@@"}}]}
    always = {"not": nothing}
    assert answer(when, event) is wanted
    assert is_undecided(answer(when, event)) is (wanted is None)
    assert answer({"not": when}, event) is negated(wanted)
    assert answer({"not": {"not": when}}, event) is wanted
    if isinstance(event.get("text", ""), str):
        assert answer({"any": [when, never]}, event) is answer([when, never], event) is wanted
    assert answer({"any": [when, always]}, event) is True
    assert answer({"all": [when, always]}, event) is wanted
    if event["kind"] not in ("compact", "tool_result") and "kind" not in when:
        assert answer({"all": [when, never]}, event) is (False if isinstance(event.get("text", ""), str) else wanted and None)


def test_each_key_has_all_three():
    """Rows are unique, and every key that can be undecided has such a row."""
    assert len({label for label, *_ in ROWS}) == len(ROWS)
    for label, _, fires, misses, _ in ROWS:
        assert fires and misses, label


ANSWERS = {T: TRUE, F: FALSE, U: UNDECIDED}


@pytest.mark.parametrize("values", list(itertools.chain.from_iterable(itertools.product((T, F, U), repeat=n) for n in (1, 2, 3))))
def test_the_truth_tables(values):
    event, parts = call("Probe", a=1), [ANSWERS[value] for value in values]
    any_ = True if True in values else None if None in values else False
    all_ = False if False in values else None if None in values else True
    assert [answer(part, event) for part in parts] == list(values)
    assert answer({"any": parts}, event) is any_
    assert answer({"all": parts}, event) is all_
    assert answer(parts, event) is any_
    assert answer({"not": {"any": parts}}, event) is negated(any_)
    assert answer({"not": {"all": parts}}, event) is negated(all_)
    assert answer({"all": [{"not": part} for part in parts]}, event) is negated(any_)
    assert answer({"any": [{"not": part} for part in parts]}, event) is negated(all_)


def test_a_map_is_the_conjunction_of_its_keys():
    event = call("Bash", command="ls -l", timeout=5)
    for tool, command, arg in itertools.product(("Bash", "Write"), ("ls", "cat", "ls $X"), (5, 6, "y")):
        when = {"tool": tool, "arg": {"field": "timeout", "equals": arg}, "not": {"command": command}}
        parts = [answer({key: value}, event) for key, value in when.items()]
        assert answer(when, event) is (False if False in parts else None if None in parts else True)


@pytest.mark.parametrize("ran, wanted", [(True, True), (None, None), ("absent", True)])
def test_a_call_that_may_not_have_run_is_undecided_where_it_would_be_true(ran, wanted):
    event = {key: value for key, value in {**sh("ls"), "ran": ran}.items() if value != "absent"}
    assert answer({"command": "ls"}, event) is wanted
    assert answer({"not": {"command": "cat"}}, event) is wanted
    assert answer({"command": "cat"}, event) is False
    assert answer({"not": {"command": "ls"}}, event) is False


@pytest.mark.parametrize("event, hides", [
    (call("PowerShell"), True), (call("exec"), True), (call("exec", nested=["exec-1"]), False), (call("exec", nested=[]), True), (call("write_stdin"), True),
    (call("Agent"), True), (call("Task"), True), (call("TaskCreate"), False), (call("run_shell_command"), True), (call("mcp__box__run_command"), True),
    (call("mcp__shell__exec"), True), (call("mcp__ide__executeCode"), True), (call("mcp__github__create_issue"), False), (call("mcp__db__execute_sql"), False),
    (call("mcp__english__translate"), False), (call("mcp_box_bash"), True), (call("box__terminal"), True), (call("Read"), False), (call("mcpshell"), False),
    (call("BashOutput"), False), (RESULT, False), (PROMPT, False),
])
def test_tools_that_may_hide_commands(event, hides):
    assert answer({"command": "ls"}, event) is (None if hides else False)
    assert answer({"git": {"subcommand": "push"}}, event) is (None if hides else False)


def test_a_deep_value_is_not_followed_to_its_end():
    value = 1
    for _ in range(900):
        value = [value]
    assert answer({"arg": {"field": "x", "equals": 1}}, call("X", x=value)) is None
    assert answer({"arg": {"field": "x", "equals": 1}}, call("X", x=[[[1]]])) is True


LINES = [
    # (when, line of the fault, part of the reason)
    ("{}", 2, "always fires"),
    ("tool: {}", 2, "always fires"),
    ("command: {}", 2, "always fires"),
    ("arg: {}", 2, "always fires"),
    ("message: {}", 2, "always fires"),
    ("any: []", 2, "empty list"),
    ("all: []", 2, "empty list"),
    ("[]", 2, "empty list"),
    ("not: {}", 2, "always fires"),
    ("any: {tool: Bash}", 2, "list of matchers"),
    ("tol: Bash", 2, "did you mean `tool`"),
    ("tool: {nam: Bash}", 2, "did you mean `name`"),
    ("tool: [Bash, 3]", 2, "not 3: quote it"),
    ("tool: ''", 2, "a text"),
    ("tool: {glob: '[z-a]'}", 2, "write the lower one first"),
    ("tool: {name: Bash, glob: 'W*'}", 2, "never fires"),
    ("kind: compcat", 2, "did you mean `compact`"),
    ("arg: {field: x}", 2, "names a `field`"),
    ("arg: {regex: x}", 2, "names a `field`"),
    ("arg: {field: x, exists: 1}", 2, "true or false"),
    ("arg: {field: x, exists: false, regex: a}", 2, "never fires"),
    ("arg: {field: x, equals: {a: b}}", 2, "`equals` is a text"),
    ("arg: {field: x, equals: []}", 2, "empty list"),
    ("arg: {field: x, contains: ''}", 2, "a text"),
    ("arg: {field: x, path_glob: '[z-a]'}", 2, "write the lower one first"),
    ("arg: {field: x, path_glob: 'src/'}", 2, "write src/**"),
    ("arg: {field: x, path_glob: '~/a'}", 2, "leave the ~ out"),
    ("arg: {field: x, regex: '('}", 2, "not a regular expression"),
    ("arg: {field: x, regex: '(a+)+$'}", 2, "exponentially"),
    ("arg: {field: x, regex: 'a*'}", 2, "matches every text"),
    ("arg: {field: x, regex: [ok, '.*']}", 2, "matches every text"),
    ("command: []", 2, "empty list"),
    ("command: ''", 2, "starts_with"),
    ("command: {program: 3}", 2, "quote it"),
    ("command: {starts_with: [git push, git pull]}", 2, "write [git, push]"),
    ("command: {arg_count: {min: 3, max: 2}}", 2, "never fires"),
    ("command: {arg_count: {eq: 3, max: 2}}", 2, "never fires"),
    ("command: {arg_count: {min: 0}}", 2, "always fires"),
    ("command: {arg_count: -1}", 2, "whole number"),
    ("command: {arg_count: true}", 2, "whole number"),
    ("command: {arg_count: {mn: 1}}", 2, "did you mean `min`"),
    ("command: {sole_segment: 1}", 2, "true or false"),
    ("command: {unparsed: true, name: ls}", 2, "never fires"),
    ("command: {runs: linters}", 2, "knows `tests`"),
    ("command: {installs_with: pipp}", 2, "no package manager"),
    ("command: {stats_with: ls}", 2, "did you mean `starts_with`"),
    ("command: {first_operand: {any_of: x}}", 2, "none_of"),
    ("git: {args_any: [-f]}", 2, "needs a `subcommand`"),
    ("git: push", 2, "is a map"),
    ("git: {subcommand: push, skips_hooks: 1}", 2, "true or false"),
    ("env: {command: git}", 2, "needs the `name`"),
    ("env: {name: HUSKY=0}", 2, "without its value"),
    ("text: {source: command}", 2, "needs `regex` or `contains`"),
    ("text: {source: heredoc, regex: x}", 2, "did you mean `heredocs`"),
    ("message: {role: human}", 2, "assistant or user"),
    ("message: {role: user, final: true}", 2, "never fires"),
    ("order: {first: {tool: A}, then: {tool: B}}", 2, "whole `when`"),
    ("not: {absent: {of: {tool: A}}}", 2, "no key `absent`"),
    ("{tool: Write, command: ls}", 2, "never fires"),
    ("all: [{tool: Write}, {tool: Edit}]", 2, "never fires"),
    ("{kind: compact, tool: Bash}", 2, "never fires"),
    ("any:\n    - tool: Bash\n    - command:\n        name: ls\n        nmae: ls", 6, "did you mean `name`"),
    ("arg:\n    field: x\n    regex:\n      - ok\n      - 'x**'", 6, "not a regular expression"),
]


@pytest.mark.parametrize("text, line, reason", LINES, ids=[row[0].strip()[:50] for row in LINES])
def test_faults_have_their_line(text, line, reason):
    from ruleprobe.declarative import parse_with_lines
    from ruleprobe.spec import Where

    document, lines = parse_with_lines("when:\n  " + text, "d.yaml")
    with pytest.raises(DeclarativeError) as info:
        compile_matcher(document["when"], Where("d.yaml", lines, lines.line_of(document, "when")))
    assert (info.value.line, info.value.path) == (line, "d.yaml")
    assert reason in info.value.reason
