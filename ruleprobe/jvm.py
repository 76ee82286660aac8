"""The build tools of the JVM (D7): which of their phases and tasks run tests.

Each function takes the words behind the program's name and ``judge``, which answers for an argument list.
"""
from __future__ import annotations

import re
from typing import Set

from .verdicts import HELP, Answer, Judge, Words, any_of, given, name_words, named, target
from .words import is_literal

_MAVEN_TAKES = (
    "-pl --projects -f --file -P --activate-profiles -s --settings -gs --global-settings -t --toolchains -gt -T --threads "
    "-l --log-file -rf --resume-from -b --builder -D --define --color"
)
_MAVEN_PHASES = frozenset(
    "test prepare-package package pre-integration-test integration-test post-integration-test verify install deploy".split()
)
_MAVEN_SKIP = re.compile(r"(?:^| )(?:-D ?|--define[ =])(?:skipTests|maven\.test\.skip(?:\.exec)?)(?:=true)?(?: |$)")
_MAVEN_GOAL = re.compile(r"(?:surefire|failsafe|scalatest|karma|gwt)[\w.-]*:(?:[\w.]+:)?(?:test|integration-test|run)\b")
_GRADLE_TAKES = (
    "-p --project-dir -b --build-file -c --settings-file -g --gradle-user-home -I --init-script -x --exclude-task --tests "
    "--max-workers --configuration --console --warning-mode --priority -F --dependency-verification --include-build "
    "--module --dependency -D -P --task"
)
_GRADLE_PRINTS = HELP.union("-m --dry-run -v -? --status --stop --gui --test-dry-run".split())
_GRADLE_QUIET = frozenset("""
assemble bootJar bootRun buildEnvironment classes clean components dependencies dependencyInsight distZip docs help init
installDist jar javadoc javaToolchains ktlintCheck ktlintFormat lint outgoingVariants processResources projects
properties run shadowJar spotlessApply spotlessCheck tasks testClasses wrapper
""".split())
_GRADLE_BEFORE = frozenset("clean compile assemble process package install uninstall merge generate lint bundle pre prepare setup create init publish".split())
_SBT_QUIET = frozenset("""
assembly clean compile console doc docs exit package project projects publish publishLocal reload run scalafmt scalafmtAll
scalafmtCheck stage tasks update
""".split())


def maven(words: Words, judge: Judge) -> Answer:
    options, goals, closed = given(words, _MAVEN_TAKES)
    if any(option in HELP or option == "-v" for option in options) or _MAVEN_SKIP.search(" ".join(words)):
        return False
    if not all(map(is_literal, words)):
        return None
    return any_of(_maven_goal(goal) for goal in goals) if goals else None


def _maven_goal(goal: str) -> Answer:
    """A phase runs all before it; a plugin's goal is the plugin's own."""
    if ":" not in goal:
        return goal in _MAVEN_PHASES
    return True if _MAVEN_GOAL.search(goal) else None if re.search(r":(?:test|verify)\b", goal) else False


def gradle(words: Words, judge: Judge) -> Answer:
    options, tasks, closed = given(words, _GRADLE_TAKES)
    if _GRADLE_PRINTS.intersection(options):
        return False
    without = {word.rpartition(":")[2] for before, word in zip(words, words[1:]) if before in ("-x", "--exclude-task")}
    return any_of(_gradle_task(task, without) for task in tasks) if tasks and closed else None


def _gradle_task(task: str, without: Set[str]) -> Answer:
    """Whether a task runs tests: the ``test`` tasks, and those on which the build plugins hang them."""
    name = task.rpartition(":")[2]
    words = name_words(name)
    if name in without or name in _GRADLE_QUIET:
        return False
    if name in ("check", "build", "buildNeeded", "buildDependents"):
        return not {"test", "check"}.intersection(without)
    if _GRADLE_BEFORE.intersection(words[:1]):
        return False
    return True if words[-1:] in (["test"], ["tests"]) or name in ("connectedCheck", "deviceCheck") else None


def sbt(words: Words, judge: Judge) -> Answer:
    if not all(map(is_literal, words)):
        return None
    commands = [part.strip() for word in given(words, "-D -J --sbt-dir -mem")[1] for part in word.split(";") if part.strip()]
    return any_of(map(_sbt_task, commands)) if commands else None


def _sbt_task(text: str) -> Answer:
    """A command of sbt: ``test``, ``core/test``, ``Test / testOnly a.B``, ``+test``; ``Test/compile`` is none."""
    text = text.lstrip("+~ ")
    if re.search(r"(?:^|[/:]\s*)(?:test|testOnly|testQuick|testFull)\b(?!\s*[/:])", text):
        return True
    last = [word for word in re.split(r"\s*[/:]\s*|\s", text) if word][-1:]
    return False if _SBT_QUIET.intersection(last) else None


def mill(words: Words, judge: Judge) -> Answer:
    targets = given(words, "-j --jobs -D --define --home")[1]
    if not targets or not is_literal(targets[0]):
        return None if targets else False
    name = targets[0].rpartition(".")[2]
    return True if name in ("testCached", "testOnly", "testForked") else target(name)


def clojure(words: Words, judge: Judge) -> Answer:
    if any(word in HELP or word.startswith(("-S", "-P")) for word in words):
        return False
    aliases = [alias for word in words for alias in re.split(":", word)[1:] if re.match(r"-[XMA]:", word)]
    return True if any(target(alias) or alias == "kaocha" for alias in aliases) else None


def lein(words: Words, judge: Judge) -> Answer:
    if words[:1] == ("do",):
        return any_of(lein(tuple(part.split()), judge) for part in " ".join(words[1:]).split(","))
    while words and (words[0].startswith("-") or words[0] in ("with-profile", "with-profiles", "trampoline")):
        words = words[2 if words[0].startswith("with-profile") else 1 :]
    return lein(words, judge) if words[:1] == ("do",) else named(("lein",) + words)
