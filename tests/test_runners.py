"""Runners: programs that run another program in an environment of their own."""
from __future__ import annotations

import pytest

from ruleprobe.programs import spec
from ruleprobe.runners import RUNNERS, inner

from commands import command

# command, what runs: None where it is no runner, "" where nothing runs, "?" where it cannot be read
ROWS = [
    ("uv run pytest -q", "pytest -q"),
    ("uv run --with x --extra dev pytest", "pytest"),
    ("uv run --with=x -p 3.12 pytest", "pytest"),
    ("uv --directory sub run -- pytest", "pytest"),
    ("uv run -m pytest -q", "python -m pytest -q"),
    ("uv run a.py -x", "python a.py -x"),
    ("uv run --brand-new x pytest", "?"),
    ("uv run $FLAGS pytest", "$FLAGS pytest"),
    ("uv run --help", ""),
    ("uv run", ""),
    ("uv sync", None),
    ("uv pip install run", None),
    ("uv tool run tox -e py", "tox -e py"),
    ("uvx --from x y", "y"),
    ("pipx run x", "x"),
    ("pipx install x", None),
    ("poetry -C sub run pytest", "pytest"),
    ("poetry run -- pytest", "pytest"),
    ("poetry add run", None),
    ("hatch -e test run cov", "cov"),
    ("conda run -n env --no-capture-output pytest", "pytest"),
    ("coverage run --source=a -m pytest -q", "python -m pytest -q"),
    ("coverage run a.py", "python a.py"),
    ("coverage report -m", None),
    ("npx -y jest -w 2", "jest -w 2"),
    ("npx -p a -p b c", "c"),
    ("npx -c 'a b'", "a b"),
    ("npx -c 'a && b'", "?"),
    ("npx --help", ""),
    ("npm exec -w app -- jest", "jest"),
    ("npm -w app x jest", "jest"),
    ("npm run exec", None),
    ("pnpm --filter a exec jest", "jest"),
    ("pnpm exec -c a", "a"),
    ("bun x jest", "jest"),
    ("bunx --bun jest", "jest"),
    ("bundle exec rake test", "rake test"),
    ("bundle install", None),
    ("c8 --reporter=text mocha", "mocha"),
    ("nyc -r lcov mocha", "mocha"),
    ("go tool x y", "x y"),
    ("rustup run nightly cargo test", "cargo test"),
    ("direnv exec . make", "make"),
    ("op run --env-file a -- make", "make"),
    ("op run make", "?"),
    ("mise x node@20 -- npm test", "npm test"),
    ("nix develop .#x -c make", "make"),
    ("nix develop", ""),
    ("nix build", None),
    ("firebase emulators:exec --only a 'npm test'", "npm test"),
    ("firebase emulators:exec 'a | b'", "?"),
    ("git bisect run npm test", "npm test"),
    ("git -C a bisect run make", "make"),
    ("git bisect start", None),
    ("make exec", None),
]


@pytest.mark.parametrize("text, expected", ROWS)
def test_inner(text, expected):
    found = inner(command(text).argv)
    shown = None if found is None else "?" if found.argv is None else " ".join(found.argv)
    assert shown == expected


def test_rows_are_unique():
    assert len(dict(ROWS)) == len(ROWS)


def test_a_script_of_the_project_may_have_the_name():
    assert inner(("pdm", "run", "a")).tasks and not inner(("poetry", "run", "a")).tasks


@pytest.mark.parametrize("key", sorted(RUNNERS))
def test_no_option_stands_twice(key):
    assert len(spec(RUNNERS[key].options)) == len(RUNNERS[key].options.split())
