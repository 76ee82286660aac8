"""Programs whose words need more than a table to say whether tests run (D7): one function a program.

Each takes the words behind the program's name and ``judge``, which answers for an argument list of its
own, and returns True, False or None. ``HANDLERS`` at the end says which program has which.
"""
from __future__ import annotations

import re
from typing import Callable, Dict, List

from . import interpreters, javascript, jvm
from .runners import skip_valued
from .suites import ANSWERS
from .tasks import QUIET_ENVS
from .verdicts import HELP, Answer, Judge, Words, any_of, given, handed_on, hints, known, name_words, named, split, suite_runs, target
from .words import is_literal

_CARGO_TAKES = (
    "-p --package -F --features -t --target -o --output-dir -P --platform --manifest-path --exclude --depth "
    "--exclude-features --config -Z --output-path --ignore-filename-regex --profile --test --bin -j --jobs"
)
# Subcommands of cargo that run another of its subcommands.
_CARGO_AROUND = frozenset("all-features careful hack leptos minimal-versions miri msrv ndk valgrind wasi with".split())
_CARGO_QUIET = frozenset("add b bench build c check clean clippy d doc expand fetch fix fmt help info init install new r remove rm run search t test uninstall".split())
_COMPOSER = frozenset("""
about archive audit browse bump check-platform-reqs clear-cache clearcache config create-project depends diagnose
dump-autoload dumpautoload fund global help home i info init install licenses list outdated prohibits reinstall remove
require rm r search self-update selfupdate show status suggests u update upgrade validate why why-not
""".split())
_DOCKER_TAKES = (
    "-H --host --context --config -l --log-level -c --tlscacert -f --file -p --project-name --profile --env-file --project-directory"
)
_PDM = frozenset("""
add build cache completion config export fix import info init install list lock new outdated plugin publish py python
remove search self show sync update use venv
""".split())
_TOX_LISTS = frozenset("-l --listenvs -a --listenvs-all --showconfig --notest -n --devenv --help-ini".split())
_TOX_VERBS = frozenset("list l config c devenv d depends de schema man quickstart q".split())
_XCODE_TAKES = (
    "-scheme -project -workspace -destination -configuration -sdk -derivedDataPath -resultBundlePath -testPlan -xctestrun "
    "-arch -target -toolchain -xcconfig -enableCodeCoverage -jobs -only-testing -skip-testing -test-iterations -archivePath "
    "-clonedSourcePackagesDirPath -parallel-testing-enabled -exportPath -exportOptionsPlist -destination-timeout"
)
_XCODE_PRINTS = HELP.union("-list -showBuildSettings -dry-run -n -version -help -usage -showdestinations -showTestPlans".split())
_SSH_TAKES = "-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w"
_PROFILES = re.compile(r"activate|\.env|rc\Z|profile|nvm\.sh|asdf\.sh|completion|setup\.(?:ba|z)?sh")


def task_or_command(words: Words, judge: Judge) -> Answer:
    """``hatch run NAME``: a script of the project, ``env:script``, or a program."""
    name = words[0]
    if not is_literal(name):
        return None
    if known(name) or "/" in name or re.search(r"\.\w+\Z", name):
        return judge(words)
    task = name.rpartition(":")[2]
    return judge((task,) + words[1:]) if task != name and known(task) else handed_on(target(name), words[1:])


def go(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, "-C")
    if at >= len(words) or not is_literal(words[at]):
        return None if words[at:] else False
    verb, rest = words[at], words[at + 1 :]
    if verb == "run":
        names = [word for word in rest if not word.startswith("-")] or [""]
        name = re.sub(r"@.*|/v[0-9]+\Z", "", names[0]).rpartition("/")[2]
        return judge((name,) + rest[rest.index(names[0]) + 1 :]) if name in ANSWERS else None
    text = " ".join(rest)
    if verb == "test" and re.search(r"-bench\b", text) and re.search(r"-run[ =]\^?(?:\$|#|NONE|XXX)", text):
        return None
    return named(("go", verb) + rest)


def cargo(words: Words, judge: Judge) -> Answer:
    at = skip_valued(words, 0, _CARGO_TAKES)
    if at < len(words) and words[at].startswith("+"):
        at = skip_valued(words, at + 1, _CARGO_TAKES)
    if at >= len(words) or HELP.union(("--list", "-V")).intersection(words[:at]):
        return False
    verb, rest = words[at], words[at + 1 :]
    if verb == "watch":
        return _cargo_watch(rest, judge)
    if verb in ("make", "xtask"):
        names = given(rest, "--makefile --profile -e --env")[1]
        return target(names[0]) if names else None
    inner = rest[skip_valued(rest, 0, _CARGO_TAKES) :]
    if verb == "llvm-cov":
        quiet = inner[:1] and inner[0] in ("report", "clean", "show-env", "run", "help")
        return False if quiet else suite_runs(rest, ("--no-run", _CARGO_TAKES))
    if verb in _CARGO_AROUND:
        return cargo(inner, judge) if inner and not HELP.intersection(rest) else False
    if not is_literal(verb) or inner[:1] == ("test",) and verb not in _CARGO_QUIET:
        return None  # a subcommand that may run cargo's test
    return named(("cargo", verb) + rest)


def _cargo_watch(rest: Words, judge: Judge) -> Answer:
    """``cargo watch``: its ``-x`` texts are cargo's own words; without them it checks."""
    if HELP.intersection(rest):
        return False
    front, behind = split(rest)
    texts = [word for before, word in zip(front, front[1:]) if before in ("-x", "--exec")]
    answers = [cargo(tuple(text.split()), judge) if is_literal(text) else None for text in texts]
    answers += [judge(behind)] if behind else []
    return any_of(answers + ([None] if {"-s", "--shell"}.intersection(front) else []))


def dotnet(words: Words, judge: Judge) -> Answer:
    if not words or not is_literal(words[0]):
        return None if words else False
    verb, rest = words[0], words[1:]
    if verb == "watch":
        return dotnet(rest[skip_valued(rest, 0, "--project -p --framework -f") :], judge)
    if verb == "run":
        return None if any(map(hints, rest)) else False
    if verb.endswith(".dll") or any(re.match(r"[-/]t(?:arget)?:.*test", word, re.I) for word in rest):
        return None
    return named(("dotnet",) + words)


def stack(words: Words, judge: Judge) -> Answer:
    operands = given(words, "--resolver --stack-yaml --work-dir -j --jobs --test-arguments --ta")[1]
    if HELP.union(("--no-run-tests",)).intersection(words) or not operands:
        return False
    if not is_literal(operands[0]):
        return None
    return operands[0] == "test" or operands[0] in ("build", "install") and "--test" in words


def dune(words: Words, judge: Judge) -> Answer:
    if words[:1] == ("build",):
        return any("@" in word and word.lstrip("@").rpartition("/")[2] in ("test", "runtest") for word in words)
    return None if words[:1] == ("exec",) else named(("dune",) + words)


def cmake(words: Words, judge: Judge) -> Answer:
    if "--build" not in words:
        return None if "--workflow" in words else False
    names: List[str] = []
    for word, after in zip(words, words[1:] + ("",)):
        option, equals, value = word.partition("=")
        if option in ("--target", "-t"):
            names.append(value if equals else after)
    return any_of(_cmake_target(name) for name in names)


def _cmake_target(name: str) -> Answer:
    return True if name == "RUN_TESTS" else False if name == "all" else target(name)


def xcodebuild(words: Words, judge: Judge) -> Answer:
    options, actions, closed = given(words, _XCODE_TAKES)
    if _XCODE_PRINTS.intersection(options):
        return False
    if {"test", "test-without-building"}.intersection(actions):
        return True
    return False if closed else None


def tox(words: Words, judge: Judge) -> Answer:
    front, _ = split(words)
    takes = "-e -c -m -f -x --workdir --root --conf --result-json --skip-env --override --discover"
    options, operands, _ = given(front, takes, True)
    if not all(map(is_literal, front)):
        return None
    if HELP.intersection(options) or _TOX_LISTS.intersection(options) or _TOX_VERBS.intersection(operands[:1]):
        return False
    if {"-m", "-f"}.intersection(front):
        return None
    envs = _values(front, "-e", "--env")
    return any_of(_env(name) for env in envs for name in env.split(",")) if envs else True


def _values(words: Words, short: str, long: str) -> List[str]:
    """The values of an option: joined, in the next word, or after a cluster that ends with it."""
    out: List[str] = []
    for word, after in zip(words, words[1:] + ("",)):
        if word.startswith(long + "="):
            out.append(word.partition("=")[2])
        elif word == long or re.match(r"-[a-z]*%s\Z" % short[1], word):
            out.append(after)
        elif re.match(r"%s[\w.,-]+\Z" % short, word):
            out.append(word[2:])
    return out


def _env(name: str) -> Answer:
    """Whether an environment of tox or a session of nox runs tests, by its name."""
    factors = name.lower().split("-")
    if name.lower() in QUIET_ENVS or QUIET_ENVS.intersection(factors):
        return False if factors[0] in QUIET_ENVS or name.lower() in QUIET_ENVS else None
    if re.match(r"(?:py|pypy|python)?-?[0-9][0-9.]*t?(?:-|\Z)|(?:py|pypy)(?:-|\Z)|ALL\Z", name):
        return True
    kinds = {"unit", "integration", "functional"}.intersection(name_words(name))
    return True if kinds and target(name) is None else target(name)


def nox(words: Words, judge: Judge) -> Answer:
    sessions: List[str] = []
    taking = False
    for word in split(words)[0]:
        if word in HELP or word in ("--list", "--list-sessions", "--install-only") or re.match(r"-[a-zA-Z]*l", word):
            return False
        if word.startswith("-"):
            taking = bool(re.match(r"(?:-[rRx]*[se]|--sessions?)\Z", word))
            sessions += [word.partition("=")[2]] if re.match(r"--sessions?=", word) else []
        elif taking:
            sessions.append(word)
    return any_of(_env(name.partition("(")[0]) if is_literal(name) else None for name in sessions) if sessions else None


def pdm(words: Words, judge: Judge) -> Answer:
    """``pdm NAME`` may be a script of the project."""
    at = skip_valued(words, 0, "-c --config")
    return handed_on(target(words[at]), words[at + 1 :]) if at < len(words) and words[at] not in _PDM else False


def rails(words: Words, judge: Judge) -> Answer:
    name = words[0] if words else ""
    if name.startswith("test") and is_literal(name) and target(name):
        return suite_runs(words[1:], ("", "-n --name -e --environment -s --seed"))
    return target(name) if ":" in name else named(("rails",) + words)


def mix(words: Words, judge: Judge) -> Answer:
    name = words[0] if words else ""
    if not is_literal(name):
        return None
    if name == "do":
        return any_of(mix(tuple(part.split()), judge) for part in re.split(r",| \+ ", " ".join(words[1:])) if part.strip())
    if name == "cmd":
        return judge(words[skip_valued(words, 1, "--app --cd") :])
    if re.match(r"(?:test|test\.watch|test\.interactive|espec|coveralls(?:\.\w+)?|white_bread\.run)\Z", name):
        return suite_runs(words[1:], ("", "--only --exclude --include --seed --formatter --partitions --max-failures"))
    return None if target(name) or name in ("run", "ci", "check", "precommit", "quality", "verify", "eval") else False


def rebar(words: Words, judge: Judge) -> Answer:
    """``rebar3 as PROFILES TASK`` and ``rebar3 do TASK, TASK``."""
    words = words[2:] if words[:1] == ("as",) else words
    if words[:1] == ("do",):
        return any_of(named(("rebar3", part.strip())) for part in " ".join(words[1:]).split(",") if part.strip())
    return named(("rebar3",) + words)


def composer(words: Words, judge: Judge) -> Answer:
    front, behind = split(words)
    options, names, _ = given(front, "-d --working-dir")
    if HELP.union(("-V",)).intersection(options) or not names:
        return False
    verb, rest = names[0], tuple(names[1:]) + behind
    if verb == "exec":
        return judge(rest)
    if verb in ("run", "run-script"):
        return handed_on(target(rest[0]), rest[1:]) if rest else False
    return False if verb in _COMPOSER else handed_on(target(verb), rest)


def symfony(words: Words, judge: Judge) -> Answer:
    return judge(words) if words[:1] == ("php",) else None if words[:1] == ("console",) else False


def ssh(words: Words, judge: Judge) -> Answer:
    """Nothing without a command; with one it runs on another machine."""
    return None if skip_valued(words, 0, _SSH_TAKES) + 1 < len(words) else False


def git(words: Words, judge: Judge) -> Answer:
    """Commands stand in ``rebase --exec`` and ``submodule foreach``; ``bisect run`` is a runner."""
    runs = {"rebase": ("-x", "--exec"), "submodule": ("foreach",), "bisect": ("run",)}
    return None if any(verb in words and set(marks).intersection(words) for verb, marks in runs.items()) else False


def docker(words: Words, judge: Judge) -> Answer:
    """What runs in a container cannot be told, nor what building a stage called ``test`` does."""
    for before, word in zip(words, words[1:] + ("",)):
        option, _, value = before.partition("=")
        if option == "--target" and target(value or word) is not False:
            return None
    return named(("docker",) + words, _DOCKER_TAKES)


def nim(words: Words, judge: Judge) -> Answer:
    return None if {"-r", "--run", "r", "test"}.intersection(words) else False


def source(words: Words, judge: Judge) -> Answer:
    """A file read into the shell: environments and profiles run nothing."""
    name = words[0].rpartition("/")[2] if words else "$"
    return False if "$" not in name and _PROFILES.search(name) else None


HANDLERS: Dict[str, Callable[[Words, Judge], Answer]] = {
    ".": source,
    "R": interpreters.evaluated,
    "Rscript": interpreters.evaluated,
    "bun": javascript.bun,
    "cargo": cargo,
    "clj": jvm.clojure,
    "clojure": jvm.clojure,
    "cmake": cmake,
    "composer": composer,
    "docker": docker,
    "dotnet": dotnet,
    "dune": dune,
    "elixir": interpreters.elixir,
    "git": git,
    "go": go,
    "gradle": jvm.gradle,
    "gradlew": jvm.gradle,
    "julia": interpreters.evaluated,
    "lein": jvm.lein,
    "lerna": javascript.lerna,
    "mill": jvm.mill,
    "mix": mix,
    "mvn": jvm.maven,
    "mvnd": jvm.maven,
    "mvnw": jvm.maven,
    "nim": nim,
    "node": interpreters.node,
    "nox": nox,
    "npm": javascript.npm,
    "nx": javascript.nx,
    "pdm": pdm,
    "perl": interpreters.perl,
    "php": interpreters.php,
    "pnpm": javascript.pnpm,
    "pypy": interpreters.python,
    "python": interpreters.python,
    "rails": rails,
    "rebar3": rebar,
    "ruby": interpreters.ruby,
    "sbt": jvm.sbt,
    "source": source,
    "ssh": ssh,
    "stack": stack,
    "symfony": symfony,
    "tox": tox,
    "turbo": javascript.turbo,
    "xcodebuild": xcodebuild,
    "yarn": javascript.yarn,
}
UNREADABLE = "babel-node clisp escript fish groovy guile iex java jbang kotlin lua luajit osascript powershell pwsh qjs racket sbcl scala tclsh ts-node tsx vite-node"
HANDLERS.update({name: interpreters.unreadable for name in UNREADABLE.split()})
