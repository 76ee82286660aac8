"""What runs what: wrappers that run the command in their arguments, and texts that are scripts.

``unwrap`` strips transparent wrappers (``sudo``, ``env``, ``timeout``, ``xargs``, …) from an argument
list; ``script_of`` finds the literal script in the arguments of a shell; ``exec_commands`` finds the
commands of ``find -exec``. The tables state the options of each program, one program a line, from
its manual page. An option that is not in them makes the wrapper unreadable: it then stays the
program, and nothing is concluded about what it runs (``unread`` says so).

How an options string is written: ``-x`` a flag, ``-x:`` an option with a value (joined or the next
word), ``-x::`` one whose value is only ever joined, ``-x!`` one with which the command is not run;
the same for ``--long``, where a flag may carry ``=value`` too. ``--*=`` admits any ``--name=value``.

Known misses: a value in an unquoted variable counts as one word; programs of the same name that are
something else (a ``retry`` of one's own with other options) are read by these tables.
"""
from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from .words import Dynamic, basename, is_literal

Argv = Tuple[str, ...]
Option = Tuple[str, Optional[str]]
ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=")
MAX_WRAPPERS = 30


class Wrapper(NamedTuple):
    """Its options, the number of operands in front of the command, whether NAME=value words may stand
    there, and verbs of its own that may."""

    options: str = ""
    operands: int = 0
    names: bool = False
    verbs: str = ""


_GNU = "--help! --version! "
WRAPPERS: Dict[str, Wrapper] = {
    # as another user
    "sudo": Wrapper("-A -B -b -E -H -i -k -N -n -P -S -s -C: -D: -g: -h: -p: -R: -r: -T: -t: -U: -u: -e! -K! -l! -V! -v! --askpass --background --bell --chdir: --chroot: --close-from: --command-timeout: --group: --host: --login --no-update --non-interactive --preserve-env --preserve-groups --prompt: --reset-timestamp --role: --set-home --shell --stdin --type: --user: --edit! --help! --list! --other-user: --remove-timestamp! --validate! --version!", names=True),
    "doas": Wrapper("-n -a: -u: -C! -L! -s!"),
    "gosu": Wrapper(_GNU, 1),
    "su-exec": Wrapper("", 1),
    # another environment
    "env": Wrapper("-0 -i -v -a: -C: -S: -u: -P: -L: -U: --argv0: --block-signal --chdir: --debug --default-signal --ignore-environment --ignore-signal --list-signal-handling --null --split-string: --unset: " + _GNU, names=True),
    "envdir": Wrapper("", 1),
    "cross-env": Wrapper("", names=True),
    "fakeroot": Wrapper("-l: -s: -i: -u -b: -h! -v! --lib: --faked: --unknown-is-real --fd-base: " + _GNU),
    "faketime": Wrapper("-f -m -p: --exclude-monotonic -h! " + _GNU, 1),
    "proxychains": Wrapper("-q -f:"),
    "proxychains4": Wrapper("-q -f:"),
    "torsocks": Wrapper("-i -d -q -a: -P: -u: -p: -h! --isolate --debug --quiet " + _GNU),
    "arch": Wrapper("-x86_64 -x86_64h -arm64 -arm64e -i386 -c -arch: -d: -e: -h!"),
    # shell builtins and reserved words of other shells
    "command": Wrapper("-p -v! -V!"),
    "exec": Wrapper("-c -l -a:"),
    "builtin": Wrapper(""),
    "noglob": Wrapper(""),
    "nocorrect": Wrapper(""),
    # priority, processors, time
    "nice": Wrapper("-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -n: --adjustment: " + _GNU),
    "ionice": Wrapper("-t -c: -n: -h! -V! -p! -P! -u! --class: --classdata: --ignore --pid! --pgid! --uid! " + _GNU),
    "chrt": Wrapper("-a -b -d -f -i -o -r -R -v -D: -P: -T: -h! -m! -p! -V! --all-tasks --batch --deadline --fifo --idle --other --rr --reset-on-fork --verbose --sched-deadline: --sched-period: --sched-runtime: --max! --pid! " + _GNU, 1),
    "taskset": Wrapper("-a -c -h! -p! -V! --all-tasks --cpu-list --pid! " + _GNU, 1),
    "numactl": Wrapper("-a -b -l -i: -m: -N: -C: -p: -x: -H! -s! --all --localalloc --balancing --interleave: --membind: --cpunodebind: --physcpubind: --preferred: --hardware! --show! --help!"),
    "cpulimit": Wrapper("-b -f -i -k -m -q -v -z -r -s: -c: -l: -e! -p! -P! -h! --limit: --background --foreground --include-children --lazy --quiet --pid! --exe! --path! --help!"),
    "time": Wrapper("-a -h -l -p -q -v -f: -o: -V! --append --portability --quiet --verbose --format: --output: " + _GNU),
    "timeout": Wrapper("-f -p -v -k: -s: --foreground --kill-after: --preserve-status --signal: --verbose " + _GNU, 1),
    "caffeinate": Wrapper("-d -i -m -s -u -t: -w:"),
    "retry": Wrapper("-b -q -v -d: -i: -m: -s: -t: -u: -r: -h! -V! --delay: --interval: --max: --retries: --times: --tries: --until: --while: --success: --fail: --quiet --verbose --backoff: --jitter: " + _GNU),
    # streams, terminals, sessions
    "nohup": Wrapper(_GNU),
    "setsid": Wrapper("-c -f -w -h! -V! --ctty --fork --wait " + _GNU),
    "stdbuf": Wrapper("-e: -i: -o: --error: --input: --output: " + _GNU),
    "unbuffer": Wrapper("-p"),
    "chronic": Wrapper("-e -v -h!"),
    "ifne": Wrapper("-n"),
    "rlwrap": Wrapper("-a:: -A:: -c -i -I -m:: -n -N -o -r -R -s: -t: -U -v! -h!"),
    "winpty": Wrapper("-Xallow-non-tty -Xconerr -Xplain --mouse --showkey! " + _GNU),
    "dbus-run-session": Wrapper("--config-file: --dbus-daemon: " + _GNU),
    "xvfb-run": Wrapper("-a -l -e: -f: -n: -p: -s: -w: -h! --auto-display --auto-servernum --listen-tcp --error-file: --auth-file: --server-num: --xauth-protocol: --server-args: --wait: --help!"),
    "script": Wrapper("-a -e -f -F -k -q -r -E: -B: -I: -m: -o: -O: -t:: -T: -c! -h! -V! --append --return --flush --force --quiet --echo: --command! " + _GNU, 1),
    "rtk": Wrapper("-u -v --ultra-compact --skip-env --verbose -h! -V! " + _GNU, verbs="err proxy summary test"),
    "busybox": Wrapper("--help! --install! --list! --list-full!"),
    # locks and limits
    "flock": Wrapper("-e -F -n -o -s -u -v -x -E: -w: -c! -h! -V! --close --conflict-exit-code: --exclusive --nb --nonblock --no-fork --shared --timeout: --unlock --verbose --wait: --command! " + _GNU, 1),
    "systemd-inhibit": Wrapper("--*= --no-ask-password --no-pager --list! -h! " + _GNU),
    "eatmydata": Wrapper(""),
    "entr": Wrapper("-a -c -d -n -p -r -x -z -s!"),
    # observers
    "strace": Wrapper("-A -c -C -d -D -f -ff -F -i -k -n -q -r -t -T -v -w -x -y -z -Z -a: -b: -e: -E: -I: -o: -O: -P: -s: -S: -u: -U: -X: -h! -p! -V! --*= " + _GNU),
    "valgrind": Wrapper("-q -s -v --*= -h! " + _GNU),
    "catchsegv": Wrapper(""),
    # with arguments read from their input
    "xargs": Wrapper("-0 -o -p -r -t -x -a: -d: -e:: -E: -i:: -I: -J: -l:: -L: -n: -P: -R: -s: -S: --arg-file: --delimiter: --eof --exit --interactive --max-args: --max-chars: --max-lines --max-procs: --no-run-if-empty --null --open-tty --process-slot-var: --replace --show-limits --verbose " + _GNU),
    "parallel": Wrapper("-0 -k -q -u -t -v -m -X -j: -P: -n: -N: -L: -a: -I: -d: -C: -S! --bar --dry-run! --eta --group --halt: --jobs: --joblog: --keep-order --line-buffer --lb --null --progress --results: --retries: --tag --timeout: --tmux --ungroup --verbose --will-cite --no-notice --max-args: --max-procs: --delay: --memfree: --load: --arg-file: --colsep: --env: --citation! --sshlogin! " + _GNU),
}
for _name in ("chrt", "env", "nice", "nohup", "stdbuf", "time", "timeout", "xargs"):
    WRAPPERS["g" + _name] = WRAPPERS[_name]  # GNU programs under the names macOS packages give them

# Shells, the options of a shell, and other programs that run the text of one of their options.
SHELLS = frozenset("ash bash dash ksh mksh rbash sh zsh".split())
_SHELL_LONG = "--debugger --dump-strings! --dump-po-strings! --login --noediting --noprofile --norc --posix --pretty-print! --restricted --verbose --init-file: --rcfile: --help! --version!"
_USER_TEXT = "-f -l -m -p -P -T -c: -g: -G: -s: -w: -h! -V! --command: --fast --group: --login --preserve-environment --pty --no-pty --session-command: --shell: --supp-group: --whitelist-environment: " + _GNU
_TEXT_OPTIONS = {
    "su": _USER_TEXT,
    "runuser": _USER_TEXT + " -u! --user!",
    "sg": "-c:",
    "script": WRAPPERS["script"].options.replace("-c!", "-c:").replace("--command!", "--command:"),
    "flock": WRAPPERS["flock"].options.replace("-c!", "-c:").replace("--command!", "--command:"),
    "entr": WRAPPERS["entr"].options.replace("-s!", "-s"),
    "nix-shell": "-A: -E: -I: -p -v -q --attr: --arg: --argstr: --expr: --packages --pure --keep: --run: --command: --option: --quiet --verbose " + _GNU,
}
_TEXT = ("-c", "--command", "--session-command", "--run")
_JOINED = {
    # programs that hand all their words, joined by spaces, to a shell
    "eval": "",
    "watch": "-b -c -C -d:: -e -g -p -r -t -w -n: -q: -x! -h! -v! --beep --color --no-color --differences --errexit --chgexit --equexit: --precise --no-rerun --no-title --no-wrap --interval: --exec! " + _GNU,
    "cross-env-shell": "",
}
# Programs that run the command in their words elsewhere: another machine, a container, another root.
ELSEWHERE = frozenset("adb bwrap chroot colima devcontainer distrobox docker docker-compose flyctl heroku kubectl lima limactl lxc mosh multipass nerdctl nsenter oc orb podman podman-compose ssh systemd-nspawn toolbox vagrant wsl".split())
_FIND_VALUES = frozenset("-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -newer -anewer -cnewer -type -xtype -user -group -perm -size -fprint -fstype -samefile -maxdepth -mindepth -mtime -mmin -atime -amin -ctime -cmin -links -inum -printf".split())
# Every program for which unwrap, script_of or exec_commands may have something to say.
INDIRECT = SHELLS.union(WRAPPERS, _TEXT_OPTIONS, _JOINED, ("find", "gfind"))
_FIND_EXEC = frozenset("-exec -execdir -ok -okdir".split())


@lru_cache(maxsize=None)
def spec(options: str) -> Dict[str, str]:
    """``{option: kind}`` of an options string; kind is "" or the marks after the name."""
    out: Dict[str, str] = {}
    for token in options.split():
        name = token.rstrip(":!")
        out[name] = token[len(name):]
    return out


def read_options(words: Sequence[str], start: int, options: str) -> Optional[Tuple[int, List[Option]]]:
    """``(index of the first word that is no option, [(option, value or None)])``, reading from ``start``.

    Options end at the first other word or after ``--``. None where one is not in ``options``, is given
    an ambiguous abbreviation, lacks its value, or is one with which the command is not run; the latter
    is told apart by ``stops``.
    """
    known = spec(options)
    found: List[Option] = []
    at = start
    while at < len(words):
        word = words[at]
        if word == "--" and is_literal(word):
            return at + 1, found
        if len(word) < 2 or word[0] != "-":
            break
        rest = words[at + 1] if at + 1 < len(words) else None
        read = _long(word, rest, known) if word.startswith("--") or word in known else _short(word, rest, known)
        if read is None or any(known.get(name) == "!" for name, _ in read[1]):
            return None
        at += 1 + read[0]
        found += read[1]
    return at, found


def _long(word: str, rest: Optional[str], known: Dict[str, str]) -> Optional[Tuple[int, List[Option]]]:
    """``(further words taken, [(option, value)])`` of one long option, or a single-dash word in the table."""
    name, equals, value = word.partition("=")
    if name not in known:
        near = [k for k in known if k.startswith(name) and k.startswith("--") and k != "--*="]
        if len(near) != 1:
            return (0, [(name, value)]) if equals and "--*=" in known and "$" not in name else None
        name = near[0]
    if equals:
        return 0, [(name, value)]
    if not is_literal(word):
        return None
    if known[name] == ":":
        return None if rest is None else (1, [(name, rest)])
    return 0, [(name, None)]


def _short(word: str, rest: Optional[str], known: Dict[str, str]) -> Optional[Tuple[int, List[Option]]]:
    """The same of a cluster of short options."""
    found: List[Option] = []
    for place, letter in enumerate(word[1:], 2):
        kind = known.get("-" + letter)
        if kind is None:
            return None
        tail = word[place:]
        if kind == "::" or kind == ":" and tail:
            return 0, found + [("-" + letter, tail)]
        if kind == ":":
            return None if rest is None else (1, found + [("-" + letter, rest)])
        found.append(("-" + letter, None))
    return (0, found) if is_literal(word) else None


def stops(words: Sequence[str], start: int, options: str) -> bool:
    """Whether the option that ends the reading is one with which the command is not run (``--help``)."""
    known = spec(options)
    relaxed = " ".join(name + ("" if kind == "!" else kind) for name, kind in known.items())
    read = read_options(words, start, relaxed)
    return read is not None and any(known.get(name) == "!" for name, _ in read[1])


def unwrap(argv: Sequence[str], assignments: Sequence[str] = ()) -> Tuple[Argv, Argv, Argv]:
    """``(argv, assignments, via)`` with every transparent wrapper taken off, outermost first in ``via``.

    ``via`` holds the wrappers' names; ``xargs`` and ``parallel`` mean unknown further arguments at the
    end of ``argv``, ``xargs -I`` that the replaced words are ``Dynamic``. ``assignments`` are those in
    force for the command: ``env -i`` and ``env -u`` remove, ``env`` and ``sudo`` add. A wrapper whose
    options cannot be read, or that runs no command, is left as it is.
    """
    words, held = tuple(argv), tuple(assignments)
    via: List[str] = []
    while words and is_literal(words[0]) and len(via) < MAX_WRAPPERS:
        name = basename(words[0])
        wrapper = WRAPPERS.get(name)
        step = _strip(name, wrapper, words, held) if wrapper else None
        if step is None:
            break
        words, held, mark = step
        via.append(mark)
    return words, held, tuple(via)


def _strip(name: str, wrapper: Wrapper, words: Argv, held: Argv) -> Optional[Tuple[Argv, Argv, str]]:
    """One wrapper less, or None where it cannot be taken off."""
    read = read_options(words, 1, wrapper.options)
    if read is None:
        return None
    at, options = read
    split = _value(options, "-S", "--split-string") if name in ("env", "genv") else None
    if split is not None:
        if not is_literal(split) or re.search(r"[\\\"'$#]", split):
            return None
        words, at = tuple(split.split()) + words[at:], 0
    if wrapper.names:
        held = _kept(held, options) if name in ("env", "genv") else held
        while at < len(words) and ASSIGNMENT.match(words[at]):
            held, at = held + (words[at],), at + 1
    if wrapper.verbs and at + 1 < len(words) and words[at] in wrapper.verbs.split():
        at += 1
    rest = words[at + wrapper.operands:]
    if not rest or rest[0].startswith("-"):
        return None
    if name in ("xargs", "gxargs"):
        return _xargs(rest, held, options)
    if name == "parallel":
        return _parallel(rest, held)
    return rest, held, name


def _value(options: Sequence[Option], *names: str) -> Optional[str]:
    """The last value given to one of the options."""
    found = [value for name, value in options if name in names]
    return found[-1] if found else None


def _kept(held: Argv, options: Sequence[Option]) -> Argv:
    """What ``env -i`` and ``env -u NAME`` leave of the assignments."""
    if any(name in ("-i", "--ignore-environment") for name, _ in options):
        return ()
    gone = {value for name, value in options if name in ("-u", "--unset")}
    return tuple(word for word in held if word.partition("=")[0] not in gone)


def _xargs(rest: Argv, held: Argv, options: Sequence[Option]) -> Tuple[Argv, Argv, str]:
    """The command of ``xargs``; with a replacement string its words are unknown where they hold it."""
    for name, value in reversed(options):
        if name in ("-I", "-J", "-i", "--replace"):
            return _unknown(rest, value or "{}"), held, "xargs -I"
    return rest, held, "xargs"


def _parallel(rest: Argv, held: Argv) -> Optional[Tuple[Argv, Argv, str]]:
    """The command in front of ``:::``; a command line in one word is a text for a shell, not read."""
    ends = [place for place, word in enumerate(rest) if word.startswith(":::")]
    words = rest[: ends[0]] if ends else rest
    if not words or " " in words[0]:
        return None
    return _unknown(words, "{"), held, "parallel"


def _unknown(words: Sequence[str], part: str) -> Argv:
    return tuple(Dynamic(word) if part in word else word for word in words)


def unread(argv: Sequence[str]) -> bool:
    """Whether ``argv`` (after ``unwrap``) is a wrapper or a shell that may run what was not read."""
    name = basename(argv[0])
    if name in SHELLS:
        return not any(word in ("--version", "--help") or re.match("-[a-z]*n", word) for word in argv[1:2])
    options = _TEXT_OPTIONS.get(name, _JOINED.get(name))
    if options is None and name in WRAPPERS:
        options = WRAPPERS[name].options
    return options is not None and len(argv) > 1 and not stops(argv, 1, options)


def script_of(argv: Sequence[str]) -> Optional[str]:
    """The literal script text that ``argv`` (wrappers stripped) makes a shell run, else None.

    ``bash -c TEXT`` and its kin with any options, ``eval WORDS``, ``su -c TEXT``, ``watch WORDS``, ….
    The arguments after the text of ``bash -c`` (``$0``, ``$1``, …) are not substituted.
    """
    if not argv or not is_literal(argv[0]):
        return None
    name = basename(argv[0])
    if name in SHELLS:
        return _known(_shell_text(argv))
    if name in _TEXT_OPTIONS:
        return _known(_option_text(argv, _TEXT_OPTIONS[name]))
    if name not in _JOINED:
        return None
    read = read_options(argv, 1, _JOINED[name])
    words = argv[read[0]:] if read else ()
    return " ".join(words) if words and all(map(is_literal, words)) else None


def _known(word: Optional[str]) -> Optional[str]:
    return str(word) if word is not None and is_literal(word) else None


def _shell_text(argv: Sequence[str]) -> Optional[str]:
    """The word that ``-c`` makes the script; None with ``-n``, which only checks it."""
    at, script = 1, False
    while at < len(argv) and argv[at][:1] in ("-", "+") and argv[at] not in ("-", "--"):
        word = argv[at]
        if not is_literal(word):
            return None
        if word.startswith("--"):
            read = _long(word, argv[at + 1] if at + 1 < len(argv) else None, spec(_SHELL_LONG))
            if read is None or "!" in spec(_SHELL_LONG)[read[1][0][0]]:
                return None
            at += 1 + read[0]
            continue
        if "n" in word and word[0] == "-":
            return None
        script = script or "c" in word and word[0] == "-"
        at += 1 + word.count("o") + word.count("O")
    at += at < len(argv) and argv[at] in ("-", "--")
    return argv[at] if script and at < len(argv) else None


def _option_text(argv: Sequence[str], options: str) -> Optional[str]:
    """The value of the option that holds a script, wherever it stands; ``entr -s`` takes the next word."""
    at = 1
    while at < len(argv):
        read = read_options(argv, at, options)
        if read is None:
            return None
        text = _value(read[1], *_TEXT)
        if text is not None:
            return text
        if ("-s", None) in read[1]:
            return argv[read[0]] if read[0] < len(argv) else None
        at = read[0] + 1
    return None


def exec_commands(argv: Sequence[str]) -> List[Argv]:
    """The argument lists that a ``find`` runs by ``-exec``, ``-execdir``, ``-ok``, ``-okdir``, in order.

    A word that holds ``{}`` is ``Dynamic``. Wrappers are not stripped. ``[]`` where ``argv`` is no ``find``.
    """
    out: List[Argv] = []
    if not argv or basename(argv[0]) not in ("find", "gfind"):
        return out
    at = 1
    while at < len(argv):
        if argv[at] in _FIND_EXEC:
            end = at + 1
            while end < len(argv) and argv[end] != ";" and not (argv[end] == "+" and argv[end - 1] == "{}"):
                end += 1
            if end < len(argv) and end > at + 1:
                out.append(_unknown(argv[at + 1 : end], "{}"))
            at = end
        at += 2 if at < len(argv) and argv[at] in _FIND_VALUES else 1
    return out
