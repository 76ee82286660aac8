"""Programs that run another program, named in their words, in an environment of their own.

``uv run pytest``, ``npx jest``, ``bundle exec rspec``, ``coverage run -m pytest``: unlike the wrappers of
``programs`` they choose which program of that name runs, so the shell parse leaves them in place and
whoever needs to see through them asks ``inner``. Options are written as ``programs`` writes them; the
options in front of a verb (``uv --directory sub run``) are those with a value only.
"""
from __future__ import annotations

import re
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from .programs import read_options, stops
from .words import basename, is_literal

_UV = (
    "--*= -q -v -n -U -i: -f: -p: -w: -P: -C: --all-extras --all-groups --all-packages --active --compile-bytecode --dev "
    "--exact --frozen --isolated --locked --managed-python --native-tls --no-binary --no-build --no-build-isolation --no-cache "
    "--no-config --no-default-groups --no-dev --no-editable --no-env-file --no-index --no-managed-python --no-progress "
    "--no-project --no-python-downloads --no-sources --no-sync --offline --only-dev --quiet --refresh --reinstall --upgrade "
    "--verbose --allow-insecure-host: --build-constraints: --cache-dir: --color: --config-file: --config-setting: --constraints: "
    "--default-index: --directory: --env-file: --exclude-newer: --extra: --extra-index-url: --find-links: --fork-strategy: "
    "--from: --group: --index: --index-strategy: --index-url: --keyring-provider: --link-mode: --no-binary-package: "
    "--no-build-isolation-package: --no-build-package: --no-extra: --no-group: --only-group: --overrides: --package: --prerelease: "
    "--project: --python: --python-platform: --python-preference: --refresh-package: --reinstall-package: --resolution: "
    "--upgrade-package: --with: --with-editable: --with-requirements: -h! -V! --help! --version! "
)
_NPX = (
    "--*= -q -s -y --force --ignore-existing --include-workspace-root --legacy-peer-deps --no --no-install --offline "
    "--prefer-offline --prefer-online --quiet --silent --workspaces --yes -c: -p: -w: --cache: --call: --loglevel: --package: "
    "--prefix: --registry: --script-shell: --workspace: -h! -v! --help! --version! "
)
_CONDA = "--*= -v -n: -p: -r: -e: -a: --attach: --cwd: --debug-wrapper-scripts --dev --live-stream --name: --no-capture-output --prefix: --root-prefix: --verbose -h! --help! "
_COVER = "--*= -m --module -h! --help! "


class Runner(NamedTuple):
    """How its words lead to the command: options, operands in front of it, or a word it stands after.

    ``tasks``: the first word may be a task of the project's instead; ``text``: the command is one word,
    a text for a shell;
    """

    options: str = "--help! -h!"
    operands: int = 0
    after: str = ""
    tasks: bool = False
    text: bool = False
    python: bool = False
    before: str = ""


class Inner(NamedTuple):
    """``argv`` is what runs, ``()`` where nothing does, None where it cannot be read."""

    argv: Optional[Tuple[str, ...]]
    tasks: bool = False


_UV_BEFORE = "--directory --project --config-file --cache-dir --color --allow-insecure-host --python-preference"
_DASHES = Runner(after="--")
RUNNERS: Dict[str, Runner] = {
    # Python
    "uv run": Runner(_UV + "-m --module -s --script --gui-script", python=True, before=_UV_BEFORE),
    "uv tool run": Runner(_UV, before=_UV_BEFORE),
    "uvx": Runner(_UV),
    "pipx run": Runner("--*= -e -i: --editable --index-url: --no-cache --pip-args: --path --pypackages --python: --spec: --system-site-packages --verbose -h! --help!"),
    "poetry run": Runner(before="-C --directory -P --project"),
    "pdm run": Runner("--*= -g -s: -p: --global --project: --recreate --site-packages --venv: -l! -j! --list! --json! -h! --help!", tasks=True, before="-c --config"),
    "pipenv run": Runner(tasks=True, before="--python --pypi-mirror"),
    "hatch run": Runner("-f: -i: -x: --env: --exclude: --filter: --force-continue --ignore-compat --include: -h! --help!", tasks=True, before="-e --env -p --project --data-dir --cache-dir --config"),
    "hatch env run": Runner("-e: -f: -i: -x: --env: --exclude: --filter: --force-continue --ignore-compat --include: -h! --help!", tasks=True),
    "rye run": Runner("-q -v --pyproject: -l! --list! -h! --help!", tasks=True),
    "pixi run": Runner("--*= -e: -q -v -x --as-is --clean-env --color: --environment: --executable --frozen --locked --manifest-path: --no-lockfile-update --skip-deps -h! --help!", tasks=True),
    "conda run": Runner(_CONDA),
    "mamba run": Runner(_CONDA),
    "micromamba run": Runner(_CONDA),
    "coverage run": Runner(_COVER + "-a -L -p --append --branch --concurrency: --context: --data-file: --debug: --include: --omit: --parallel-mode --pylib --rcfile: --save-signal: --source: --timid", python=True),
    "slipcover": Runner(_COVER + "--branch --fail-under: --immediate --json --missing-width: --omit: --out: --pretty-print --skip-covered --source: --threshold:", python=True),
    "memray run": Runner(_COVER + "-f -o: -p: -q --aggregate --compress-on-exit --follow-fork --force --live --live-remote --native --no-compress --output: --quiet --trace-python-allocators", python=True),
    "scalene": Runner(_COVER + "--cli --cpu --gpu --html --json --memory --outfile: --reduced-profile", python=True),
    "viztracer": Runner(_COVER + "-o: --output_file: --open --quiet -q", python=True),
    "pyinstrument": Runner(_COVER + "-o: -r: -t --outfile: --renderer: --timeline", python=True),
    "kernprof": Runner(_COVER + "-b -l -o: -v", python=True),
    "debugpy": Runner(_COVER + "--connect: --listen: --log-to: --wait-for-client", python=True),
    "cProfile": Runner(_COVER + "-o: -s:", python=True),
    "pdb": Runner(_COVER + "-c:", python=True),
    "py-spy record": _DASHES,
    "tox exec": _DASHES,
    # JavaScript
    "npx": Runner(_NPX),
    "npm exec": Runner(_NPX, before="-w --workspace --prefix -C --loglevel --registry --cache"),
    "npm explore": _DASHES,
    "npm x": Runner(_NPX, before="-w --workspace --prefix -C --loglevel --registry --cache"),
    "pnpm exec": Runner("--*= -r -c -F: --filter: --no-bail --no-reporter-hide-prefix --parallel --recursive --report-summary --resume-from: --shell-mode --workspace-concurrency: -h! --help!", before="-C --dir -F --filter --filter-prod --workspace-concurrency --reporter --loglevel"),
    "pnpm dlx": Runner("--*= -c -s --allow-build: --package: --shell-mode --silent -h! --help!", before="-C --dir"),
    "pnpx": Runner("--*= -c -s --allow-build: --package: --shell-mode --silent -h! --help!"),
    "yarn exec": Runner("--cwd: -h! --help!", before="--cwd"),
    "yarn dlx": Runner("-p: -q --package: --quiet -h! --help!", before="--cwd"),
    "bunx": Runner("-b -p: --bun --no-install --package: --silent --verbose -h! --help!"),
    "bun x": Runner("-b -p: --bun --no-install --package: --silent --verbose -h! --help!"),
    "c8": Runner("--*= -n: -o: -r: -x: --100 --all --branches: --check-coverage --clean --exclude: --functions: --include: --lines: --per-file --report-dir: --reporter: --reports-dir: --skip-full --src: --statements: --temp-directory: -h! -v! --help! --version!"),
    "nyc": Runner("--*= -a -c -e: -i: -n: -r: -s -t: -x: --all --branches: --check-coverage --clean --cwd: --exclude: --extension: --functions: --include: --instrument --lines: --no-clean --nycrc-path: --per-file --produce-source-map --report-dir: --reporter: --require: --silent --skip-full --source-map --statements: --temp-dir: -h! --help! --version!"),
    "env-cmd": Runner("-e: -f: -r: -x --environments: --expand-envs --fallback --file: --no-override --silent --use-shell --verbose -h! -v! --help!"),
    "dotenv": Runner("--*= -c:: -e: -o -v: --debug -p! -h! --help!"),
    "dotenv run": Runner("--no-override --override -h! --help!", before="-f --file -q --quote -e --export"),
    "dotenvx run": Runner("--*= -f: -e: -q -v --convention: --env: --env-file: --overload --quiet --verbose -h! --help!"),
    "corepack": Runner("-h!"),
    "volta run": Runner("--bundled-npm --node: --npm: --no-npm --no-pnpm --no-yarn --pnpm: --yarn: --env: -h! --help!"),
    "fnm exec": Runner("--*= --using: -h! --help!"),
    "lerna exec": _DASHES,
    "percy exec": _DASHES,
    "sst shell": _DASHES,
    "firebase emulators:exec": Runner("--*= -P: --export-on-exit --import: --inspect-functions --only: --project: --token: --ui -h! --help!", text=True),
    # Ruby, PHP, Perl, Dart, Apple, OCaml, Haskell, Go, Rust
    "bundle exec": Runner("--gemfile: --keep-file-descriptors --no-keep-file-descriptors -h! --help!", before="--gemfile"),
    "spring": Runner("-h! --help! -v!"),
    "cask exec": Runner(),
    "symfony run": Runner("-h! --help! --watch:"),
    "carton exec": Runner("-h! --help!"),
    "fvm": Runner("-h! --help! -v! --version!"),
    "xcrun": Runner("-l -n -v --log --no-cache --run --sdk: -sdk: --toolchain: --verbose -f! --find! --show-sdk-path! --show-sdk-version! -h! --help! --version!"),
    "opam exec": Runner("--*= --set-root --set-switch --switch: -h! --help!"),
    "cabal exec": Runner("--*= -v -w: -h! --help!"),
    "stack exec": Runner("--*= --package: --no-ghc-package-path -h! --help!", before="--resolver --stack-yaml --docker-image"),
    "go tool": Runner("-n! -h!"),
    "rustup run": Runner("--install -h! --help!", 1),
    # tool versions, secrets, shells of a project
    "mise exec": _DASHES,
    "mise x": _DASHES,
    "asdf exec": Runner(),
    "rbenv exec": Runner(),
    "pyenv exec": Runner(),
    "nodenv exec": Runner(),
    "direnv exec": Runner("", 1),
    "op run": _DASHES,
    "doppler run": _DASHES,
    "infisical run": _DASHES,
    "teller run": _DASHES,
    "aws-vault exec": _DASHES,
    "chamber exec": _DASHES,
    "railway run": Runner("-e: -s: -p: --environment: --project: --service: -h! --help!"),
    "heroku local:run": Runner("-e: -p: --env: --port: -h! --help!"),
    "foreman run": Runner("-e: -f: -d: --env: --procfile: --root: -h! --help!"),
    "honcho run": Runner("-h! --help!", before="-e --env -f --procfile -d --app-root"),
    "nix develop": Runner(after="-c --command"),
    "nix shell": Runner(after="-c --command"),
    "guix shell": _DASHES,
    "flox activate": _DASHES,
    "devbox run": Runner("--*= -c: -e: -q --config: --env: --env-file: --environment: --list! --pure --quiet -h! --help!", tasks=True),
    "sops exec-env": Runner("-h! --help!", 1, text=True),
    "git bisect run": Runner("", before="-C -c --git-dir --work-tree"),
}
_BY_PROGRAM: Dict[str, List[Tuple[List[str], Runner]]] = {}
for _key in sorted(RUNNERS, key=lambda key: -len(key.split())):
    _BY_PROGRAM.setdefault(_key.split()[0], []).append((_key.split()[1:], RUNNERS[_key]))
_SHELL_SYNTAX = re.compile(r"[\\\"'$`;&|<>(){}*?\[\]#~\n]")


def inner(argv: Sequence[str]) -> Optional[Inner]:
    """What a runner runs; None where ``argv`` is no runner."""
    for verbs, runner in _BY_PROGRAM.get(basename(argv[0]), ()):
        at = skip_valued(argv, 1, runner.before) if verbs else 1
        if list(argv[at : at + len(verbs)]) == verbs:
            return _command(argv, at + len(verbs), runner)
    return None


def _command(argv: Sequence[str], at: int, runner: Runner) -> Inner:
    """The command in the words from ``at``, behind the runner's verbs."""
    if runner.after:
        marks = [place for place in range(at, len(argv)) if argv[place] in runner.after.split()]
        return Inner(tuple(argv[marks[0] + 1 :]) if marks else () if len(argv) == at else None)
    read = read_options(argv, at, runner.options)
    if read is None:
        return Inner(() if stops(argv, at, runner.options) else None)
    given = dict(read[1])
    rest = tuple(argv[read[0] + runner.operands :])
    if given.get("--call") or "--call:" in runner.options and given.get("-c"):
        return Inner(_words(str(given.get("--call") or given["-c"])))
    if "-m" in given or "--module" in given:
        return Inner(("python", "-m") + rest)
    if rest and runner.python and (runner.before != _UV_BEFORE or rest[0].endswith(".py")):
        return Inner(("python",) + rest)
    if rest[:1] == ("--",):
        rest = rest[1:]
    if runner.text and rest:
        return Inner(_words(rest[0]) if is_literal(rest[0]) else None)
    return Inner(rest, runner.tasks)


def skip_valued(words: Sequence[str], at: int, takes: str) -> int:
    """The index of the first word from ``at`` that is no option; ``takes`` names those with a value."""
    valued = takes.split()
    while at < len(words) and words[at].startswith("-") and len(words[at]) > 1 and is_literal(words[at]):
        if words[at] == "--":
            return at
        at += 2 if words[at] in valued else 1
    return at


def _words(text: str) -> Optional[Tuple[str, ...]]:
    """The words of a text without any shell syntax, None for another."""
    return None if _SHELL_SYNTAX.search(text) else tuple(text.split())
