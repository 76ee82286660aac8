"""A slow, obvious evaluator of matchers, for comparison: it reads the spec anew for each event, with no index,
no window that moves and no early end. And a generator of random matchers and sessions."""
from __future__ import annotations

import re

from ruleprobe import git, testruns
from ruleprobe.shell import Parsed, split, words
from ruleprobe.words import SUB_PLACEHOLDER, basename, is_literal

HIDING = {"PowerShell", "Agent", "mcp__box__bash"}


def any_(answers):
    answers = list(answers)
    return True if True in answers else None if None in answers else False


def all_(answers):
    answers = list(answers)
    return False if False in answers else None if None in answers else True


def not_(answer):
    return None if answer is None else not answer


def as_list(value):
    return value if isinstance(value, list) else [value]


def event_answer(spec, event):
    if isinstance(spec, list):
        return any_(event_answer(item, event) for item in spec)
    return all_(KEYS[key](value, event) for key, value in spec.items())


def tool(value, event):
    if event["kind"] != "tool_use":
        return False
    name = event["name"]
    return name in as_list(value) if isinstance(name, str) else None


def arg(value, event):
    if event["kind"] != "tool_use":
        return False
    field, given = value["field"], event["input"]
    if "exists" in value:
        return (field in given) is value["exists"]
    if field not in given:
        return None
    found = given[field]
    if "equals" in value:
        return found == value["equals"] if isinstance(found, type(value["equals"])) else None
    return bool(re.search(value["regex"], found)) if isinstance(found, str) else None


def message(value, event):
    if event["kind"] != {"assistant": "assistant_text", "user": "user_prompt"}[value.get("role", "assistant")]:
        return False
    return value["contains"] in event["text"] if isinstance(event["text"], str) else None


def of_shell(event, read):
    if event["kind"] != "tool_use":
        return False
    if event["name"] != "Bash":
        return None if event["name"] in HIDING or event["name"] is None else False
    parsed = Parsed(event)
    if parsed.skipped:
        return None
    answer = read(parsed)
    hides = any(SUB_PLACEHOLDER in word for pipeline in parsed.pipelines for segment in pipeline for word in segment)
    return None if answer is False and hides else answer


def same(word, wanted):
    return word in wanted if is_literal(word) else None


def command(value, event):
    def of_segment(segment, commands):
        answers = []
        argv = split(segment)[1]
        if "name" in value:
            answers.append(False if not argv else None if not is_literal(argv[0]) else basename(argv[0]) == value["name"])
        if "contains" in value:
            answers.append(any_(same(word, [value["contains"]]) for word in words(segment)))
        if "none_of" in value:
            answers.append(not_(any_(same(word, value["none_of"]) for word in words(segment))))
        return all_(answers)

    def read(parsed):
        return any_(of_segment(segment, parsed.commands) for pipeline in parsed.pipelines for segment in pipeline)

    if "runs" in value:
        return of_shell(event, lambda parsed: any_(testruns.runs_tests(one) for one in parsed.commands))
    return of_shell(event, read)


def git_key(value, event):
    if "skips_hooks" in value:
        return of_shell(event, lambda parsed: any_(git.skips_hooks(one) for one in parsed.commands))

    def one(command):
        call = git.invocation(command.argv)
        if call is None:
            return False if git.is_git(command) is False else None
        return None if call.subcommand is None else call.subcommand == value["subcommand"]

    return of_shell(event, lambda parsed: any_(one(command) for command in parsed.commands))


KEYS = {
    "kind": lambda value, event: event["kind"] in as_list(value), "tool": tool, "arg": arg, "message": message, "command": command, "git": git_key,
    "any": lambda value, event: any_(event_answer(item, event) for item in value),
    "all": lambda value, event: all_(event_answer(item, event) for item in value),
    "not": lambda value, event: not_(event_answer(value, event)),
}


def whole(spec, event):
    """The answer about an event of a whole matcher: undecided where it is true of a call that may not have run."""
    answer = event_answer(spec, event)
    return None if answer and event.get("ran", True) is None else answer


def asks_about_commands(spec):
    if isinstance(spec, list):
        return any(map(asks_about_commands, spec))
    return isinstance(spec, dict) and any(key in ("command", "git") or asks_about_commands(value) for key, value in spec.items())


def hides(spec, event):
    return asks_about_commands(spec) and event["kind"] == "tool_use" and (event["name"] in HIDING or event["name"] is None)


def candidate(spec, event):
    answer = whole(spec, event)
    return None if answer is False and hides(spec, event) else answer


def key_of(event):
    return event["turn"], event.get("id", event.get("tool_use_id"))


def order(spec, events):
    found = []
    for at, event in enumerate(events):
        first = whole(spec["first"], event)
        if first is False or first is None and hides(spec["first"], event):
            continue
        window = []
        counted = 0
        for later in events[at + 1:]:
            counted += later["kind"] != "tool_result"
            if counted > spec.get("within", 5):
                break
            window.append(candidate(spec["then"], later))
        followed = any_(window) if first else None
        found.append((*key_of(event), followed))
    return [item[:2] for item in found if item[2]], found


def absent(spec, events):
    if spec.get("scope", "session") == "session":
        answer = any_(candidate(spec["of"], event) for event in events)
        return ([(events[-1]["turn"], None)] if events and answer is False else []), None
    prompted = any(event["kind"] == "user_prompt" for event in events)
    turns = sorted({event["turn"] for event in events} - ({0} if prompted else set()))
    found = [(turn, None, any_(candidate(spec["of"], event) for event in events if event["turn"] == turn)) for turn in turns]
    return [item[:2] for item in found if item[2] is False], found


COMMANDS = ["ls -l", "pytest -q", "npm test", "pip install pytest", "./check.sh", "git push", "git commit -n", "git $X", "sudo git push -f", "echo 'open",
            "cat a | wc", "$RUN a", "echo $(git push)", "cd a && make test", "git commit -m x; ls -f", ""]


def random_matcher(rng, depth=2):
    if depth and rng.random() < 0.45:
        key = rng.choice(["any", "all", "not", "list"])
        parts = [random_matcher(rng, depth - 1) for _ in range(rng.randrange(1, 4))]
        return parts if key == "list" else {key: parts[0] if key == "not" else parts}
    return rng.choice([
        lambda: {"tool": rng.choice(["Bash", "Write", ["Edit", "Write"], "Agent"])},
        lambda: {"kind": rng.choice(["tool_use", "compact", ["assistant_text", "tool_result"]])},
        lambda: {"arg": {"field": "file_path", "regex": rng.choice([r"\.py$", "^/w"])}},
        lambda: {"arg": {"field": "timeout", "exists": rng.random() < 0.5}},
        lambda: {"arg": {"field": "timeout", "equals": rng.choice([1, 2])}},
        lambda: {"message": {"contains": rng.choice(["a", "done"])}},
        lambda: {"message": {"role": "user", "contains": "a"}},
        lambda: {"command": {"name": rng.choice(["git", "ls", "pytest"])}},
        lambda: {"command": {"contains": rng.choice(["-f", "push"])}},
        lambda: {"command": {"name": "git", "none_of": ["-n", "push"]}},
        lambda: {"command": {"runs": "tests"}},
        lambda: {"git": {"subcommand": rng.choice(["push", "commit"])}},
        lambda: {"git": {"skips_hooks": True}},
        lambda: {"tool": "Bash", "command": {"contains": "-f"}},
        lambda: {"arg": {"field": "timeout", "equals": 1}, "not": {"tool": "Write"}},
    ])()


def random_session(rng, most=30):
    events, turn = [], rng.choice([0, 0, 1])
    for n in range(rng.randrange(most)):
        kind = rng.choice(["user_prompt", "assistant_text", "tool_result", "compact"] + ["tool_use"] * 6)
        turn += kind == "user_prompt"
        event = {"kind": kind, "turn": turn}
        if kind in ("user_prompt", "assistant_text"):
            event["text"] = rng.choice(["a", "done", "b", None])
            event["final"] = rng.random() < 0.5
        elif kind == "tool_result":
            event.update(tool_use_id="r%d" % n, tool_name=rng.choice(["Bash", "Write"]), text="x", is_error=False)
        elif kind == "tool_use":
            name = rng.choice(["Bash"] * 6 + ["Write", "Edit", "Read", "Agent", "PowerShell", "mcp__box__bash", "mcp__box__list", None])
            given = {"command": rng.choice(COMMANDS)} if name == "Bash" else {"file_path": rng.choice(["/w/a.py", "b.md", None])}
            if rng.random() < 0.4:
                given["timeout"] = rng.choice([1, 2, "1"])
            event.update(id="e%d" % n, name=name, input=given, ran=rng.choice([True, True, True, None]))
        events.append(event)
    return events
