"""Package managers: the manager, the verb, and to what."""
from __future__ import annotations

import pytest

from ruleprobe.packages import MANAGERS, package_call

from commands import command

ROWS = [
    ("npm i -D vitest", ("npm", "install", "vitest")),
    ("npm install --prefix web", ("npm", "install", "")),
    ("npm ci", ("npm", "install", "")),
    ("npm -w app add jest", ("npm", "add", "jest")),
    ("npm rm jest", ("npm", "remove", "jest")),
    ("npm run build -- test", ("npm", "run", "build -- test")),
    ("npm test", ("npm", "test", "")),
    ("npm install --help", None),
    ("npx jest", None),
    ("pnpm -r install", ("pnpm", "install", "")),
    ("pnpm --filter app add x", ("pnpm", "add", "x")),
    ("yarn", ("yarn", "install", "")),
    ("yarn --immutable", ("yarn", "install", "")),
    ("yarn workspace app add x", ("yarn", "add", "x")),
    ("yarn global add jest", ("yarn", "add", "jest")),
    ("bun add -d vitest", ("bun", "add", "vitest")),
    ("pip install -r requirements.txt", ("pip", "install", "")),
    ("pip3.12 install x", ("pip", "install", "x")),
    ("python3 -m pip install -U pip", ("pip", "install", "pip")),
    ("python -I -m pip install x", ("pip", "install", "x")),
    ("python -Wignore -m pip install x", ("pip", "install", "x")),
    ("pip --python .venv install x", ("pip", "install", "x")),
    ("pip install --dry-run x", None),
    ("pip help install", ("pip", "help", "install")),
    ("pip list", ("pip", "list", "")),
    ("uv pip install x", ("uv", "install", "x")),
    ("uv add x", ("uv", "add", "x")),
    ("uv sync", ("uv", "install", "")),
    ("uv run pip install x", ("pip", "install", "x")),
    ("uv run pytest", ("uv", "run", "pytest")),
    ("poetry run pip install x", ("pip", "install", "x")),
    ("poetry add -G dev pytest", ("poetry", "add", "pytest")),
    ("pipx install ruff", ("pipx", "install", "ruff")),
    ("conda create -n test python", ("conda", "install", "python")),
    ("cargo +nightly install cargo-nextest --version 1", ("cargo", "install", "cargo-nextest")),
    ("go get example.com/x", ("go", "add", "example.com/x")),
    ("go install x@latest", ("go", "install", "x@latest")),
    ("gem install rspec", ("gem", "install", "rspec")),
    ("bundle", ("bundle", "install", "")),
    ("bundle install", ("bundle", "install", "")),
    ("bundle exec rake", ("bundle", "exec", "rake")),
    ("composer require --dev phpunit/phpunit", ("composer", "add", "phpunit/phpunit")),
    ("dotnet add package X", ("dotnet", "add", "X")),
    ("dotnet add a.csproj package X", ("dotnet", "add", "X")),
    ("dotnet add reference ../x", ("dotnet", "reference", "../x")),
    ("dotnet tool install x", ("dotnet", "install", "x")),
    ("dotnet restore", ("dotnet", "install", "")),
    ("$X install", None),
    ("pip $X", None),
    ("pip install $X", ("pip", "install", "$X")),
    ("sudo -u app .venv/bin/pip install x", ("pip", "install", "x")),
    ("echo pip install x", None),
    ("npm --version", None),
    ("npm", None),
    ("pnpm dlx create-vite a", ("pnpm", "exec", "create-vite a")),
    ("npm exec -- pip install x", ("pip", "install", "x")),
    ("cargo test", ("cargo", "test", "")),
    ("poetry", None),
    ("conda activate a", ("conda", "activate", "a")),
    ("pip3 uninstall -y a b", ("pip", "remove", "a b")),
    ("ssh host pip install x", None),
    ("bash -c 'pip install x'", None),
    ("env A=1 pip install x", ("pip", "install", "x")),
    ("xargs -n1 pip install", ("pip", "install", "")),
    ("pip -V", None),
    ("pip install -e .", ("pip", "install", "")),
    ("pip install a==1 'b>2'", ("pip", "install", "a==1 b>2")),
    ("uv remove a", ("uv", "remove", "a")),
    ("uv tool install ruff", ("uv", "install", "ruff")),
    ("pipenv install --dev pytest", ("pipenv", "install", "pytest")),
    ("pdm remove a", ("pdm", "remove", "a")),
    ("bundle add rspec", ("bundle", "add", "rspec")),
    ("gem uninstall a", ("gem", "remove", "a")),
    ("composer remove a/b", ("composer", "remove", "a/b")),
    ("composer install --no-dev", ("composer", "install", "")),
    ("cargo add serde -F derive", ("cargo", "add", "serde")),
    ("cargo remove serde", ("cargo", "remove", "serde")),
    ("go run ./cmd", ("go", "run", "./cmd")),
    ("dotnet remove package X", ("dotnet", "remove", "X")),
    ("micromamba install -n a b", ("conda", "install", "b")),
    ("mamba run -n a pip install b", ("pip", "install", "b")),
]


@pytest.mark.parametrize("text, expected", ROWS)
def test_package_call(text, expected):
    found = package_call(command(text))
    assert (None if found is None else (found.manager, found.verb, " ".join(found.words))) == expected


def test_rows_are_unique():
    assert len(dict(ROWS)) == len(ROWS)


@pytest.mark.parametrize("name", sorted(MANAGERS))
def test_no_verb_stands_twice(name):
    verbs = [pair.split("=")[0] for pair in MANAGERS[name].verbs.split()]
    assert sorted(set(verbs)) == sorted(verbs)
    assert {pair.split("=")[1] for pair in MANAGERS[name].verbs.split()} <= {"install", "add", "remove", "run", "exec"}
