"""732 rule files in the style of public ones: commands, layout, conventions, and here and there a rule of the catalog.

Most lines are no rule of any shape but speak of the same things (tests, commits, files, secrets), which is what takes time.
Sizes are log-normal, as those of files people write: half under 4 KB, some over 30.
"""
import math
import os
import random

FILES, MEDIAN, SPREAD = 732, 3300, 0.9
NAMES = "user order invoice session token cache queue worker parser router handler client schema index report billing search editor layout theme config plugin service gateway".split()
VERBS = "create update delete load parse render fetch send store resolve merge format encode build track export".split()
KINDS = "strict shared internal public private typed stable nested generic remote stateless reactive".split()
TOOLS = "TypeScript Python Rust Go Java Kotlin React Django FastAPI Rails Prisma Postgres Redis GraphQL".split()
PLACES = "src lib app packages/core internal services api web scripts docs tests".split()
HEADINGS = ("Project Overview", "Architecture", "Commands", "Code Style", "Testing", "Git Workflow", "Project Structure", "Conventions", "Important Notes",
            "Error Handling", "Security", "Database", "Deployment", "Dependencies", "Documentation", "Workflow", "Guidelines")
LINES = (
    "Use %(tool)s for the %(kind)s %(name)s layer", "Prefer `%(call)s` over `%(call2)s` when the %(name)s is %(kind)s", "Keep functions under %(count)d lines",
    "**%(kind)s %(name)s**: the %(name2)s that holds the %(name)s before it reaches the %(name2)s", "`%(file)s` - %(kind)s %(name)s helpers",
    "Never log a %(name)s in plain text", "Always handle errors in `%(call)s`; return a %(kind)s %(name)s", "Tests for the %(name)s live next to `%(file)s`",
    "Mock the %(name)s in unit tests with `%(call)s`", "Don't add new dependencies without asking about the %(name)s first",
    "Commit messages in this repo mention the %(name)s that changed", "Name branches `feature/%(name)s-%(name2)s`", "Write tests for every new %(kind)s %(name)s",
    "If the %(name)s changes, update `%(file)s` as well", "Run `npm run %(verb)s:%(name)s` to %(verb)s the %(name2)s", "Use %(kind)s exports, not default exports",
    "Environment variables are read from `.env.%(name)s` by `%(call)s`", "Do not edit generated files under `%(place)s/generated`; change the %(name)s schema",
    "Avoid `any`; define a %(kind)s type for the %(name)s", "Read `%(file)s` before changing the %(name)s", "Secrets for the %(name)s come from the vault, see `%(file)s`",
    "Follow the existing %(name)s patterns in `%(file)s` and ask when the %(name2)s is not %(kind)s", "Pull requests need one review and a green pipeline",
)
RULES = ("Run the tests before you commit.", "Never use `--no-verify`.", "Never force-push to `main`.", "Use uv, not pip.", "Do not read whole files into context.",
         "Commit messages follow Conventional Commits.", "Never commit `.env` files.")
COMMANDS = ("npm run dev", "npm test", "pytest -q", "cargo build", "make lint", "go test ./...", "docker compose up -d")


def line(seeded):
    pick = seeded.choice
    name, name2, verb, place = pick(NAMES), pick(NAMES), pick(VERBS), pick(PLACES)
    return pick(LINES) % {
        "name": name, "name2": name2, "verb": verb, "place": place, "kind": pick(KINDS), "tool": pick(TOOLS), "count": seeded.randint(20, 60),
        "call": verb + name.title() + pick(NAMES).title(), "call2": pick(VERBS) + name2.title(), "file": "%s/%s_%s.%s" % (place, name, name2, pick(("ts", "py", "rs", "go")))}


def section(seeded):
    lines = ["## %s" % seeded.choice(HEADINGS), ""]
    if seeded.random() < 0.2:
        lines += ["```bash"] + ["%s  # %s" % (seeded.choice(COMMANDS), seeded.choice(NAMES)) for _ in range(seeded.randint(3, 8))] + ["```", ""]
    if seeded.random() < 0.4:
        lines += [". ".join(line(seeded) for _ in range(seeded.randint(1, 4))) + ".", ""]
    for _ in range(seeded.randint(3, 11)):
        lines.append("- " + line(seeded) + seeded.choice(("", ".")))
        if seeded.random() < 0.15:
            lines.append("  - " + line(seeded))
    return lines + [""]


def made(path):
    """The directory with the files, and their bytes."""
    seeded, total = random.Random(11), 0
    for number in range(FILES):
        lines, size = ["# %s" % seeded.choice(NAMES).title(), ""], min(60_000, math.exp(seeded.gauss(math.log(MEDIAN), SPREAD)))
        while sum(map(len, lines)) < size:
            lines += section(seeded)
        lines += ["## Rules", "", "- " + seeded.choice(RULES)] if number % 2 else []
        name = os.path.join(path, "project-%d" % number, ("CLAUDE.md", "AGENTS.md")[number % 2])
        os.makedirs(os.path.dirname(name))
        with open(name, "w", encoding="utf-8") as stream:
            total += stream.write("\n".join(lines) + "\n")
    return path, total
