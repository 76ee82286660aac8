"""Git's words as git reads them: each row a command and what is known of it (None: undecided)."""
from __future__ import annotations

import pytest

from ruleprobe import git
from ruleprobe.git_options import OPTIONS

from commands import command

HOOKS = [
    # commit: every spelling
    ("git commit -n -m x", True),
    ("git commit -m x", False),
    ("git commit --no-verify -m x", True),
    ("git commit -anm x", True),
    ("git commit -amn", False),
    ("git commit -am -n", False),
    ("git commit -m x --no-veri", True),
    ("git commit -m x --no-ver", False),
    ("git commit -m x --no-v", False),
    ("git commit -m --no-verify", False),
    ("git commit --message=--no-verify", False),
    ("git commit --message --no-verify", False),
    ("git commit -mx-n", False),
    ("git commit -m x --no-verify --verify", False),
    ("git commit -m x --verify --no-verify", True),
    ("git commit -n -m x --verif", False),
    ("git commit -m x -- -n", False),
    ("git commit -nm x -- a.txt", True),
    ("git commit -uno -m x", False),
    ("git commit -un -m x", False),
    ("git commit -u -n -m x", True),
    ("git commit -S -n -m x", True),
    ("git commit -Sn -m x", False),
    ("git commit -C HEAD -n --amend", True),
    ("git commit -F - -n", True),
    ("git commit -nF-", True),
    ("git commit -t -n", False),
    ("git commit --fixup=HEAD -n", True),
    ("git commit --fixup -n", False),
    ("git commit --trailer 'A: -n' -m x", False),
    ("git commit --trailer -n -m x", False),
    ("git commit --author -n -m x", False),
    ("git commit --date=now -nm x", True),
    ("git commit -o a.txt -nm x", True),
    ("git commit --no-status --no-post-rewrite -m x", False),
    ("git commit --dry-run -n", False),
    ("git commit -n --short", False),
    ("git commit -n -h", False),
    ("git commit --no-verify --help", False),
    ("git commit -n -m", False),
    ("git commit -nZ -m x", None),
    ("git commit -n --brand-new -m x", None),
    ("git commit --no-verify=yes -m x", False),
    # words that are not literal
    ('git commit -m "$MSG"', False),
    ('git commit -m"$MSG" -n', True),
    ("git commit -m x $FLAGS", None),
    ("git commit -n $FLAGS", True),
    ("git commit --no-verif$Y -m x", None),
    ("git commit -m x src/*.py", False),
    ("git commit -m x *.py", None),
    ("git $CMD -n", None),
    ("$GIT commit -n", None),
    ('git -C "$DIR" commit -nm x', True),
    # other subcommands
    ("git push --no-verify", True),
    ("git push -n", False),
    ("git push --no-verify --dry-run", False),
    ("git push --no-ver", False),
    ("git merge --no-verify topic", True),
    ("git merge --no-verify-s topic", False),
    ("git merge -n topic", False),
    ("git merge -m --no-verify topic", False),
    ("git merge --abort --no-verify", False),
    ("git rebase --no-verify main", True),
    ("git rebase -n main", False),
    ("git am --no-verify x.patch", True),
    ("git pull --no-verify", True),
    ("git pull -n", False),
    ("git cherry-pick -n HEAD", False),
    ("git cherry-pick --no-verify HEAD", False),
    ("git revert -n HEAD", False),
    ("git log -n 5", False),
    ("git status -n", False),
    ("git add -n .", False),
    ("git clone -n a b", False),
    ("git tag -n", False),
    ("git notes add -m --no-verify", False),
    ("git commit-graph write -n", False),
    ("git", False),
    ("git-lfs push -n", False),
    ("git-commit -nm x", True),
    ("tig commit -n", False),
    ("echo git commit -n", False),
    # git's own options
    ("git -C . commit -nm x", True),
    ("git --git-dir .git --work-tree . commit -nm x", True),
    ("git --no-pager -p commit -nm x", True),
    ("git -c a.b=c commit -m x", False),
    ("git -n commit -m x", False),
    ("git --version commit -n", False),
    ("git -h commit -n", False),
    ("git --exec-path commit -n", False),
    ("git --namespace=a commit -n -m x", True),
    # configuration
    ("git -c core.hooksPath=/dev/null commit -m x", True),
    ("git -c core.hookspath= commit -m x", True),
    ("git -c CORE.HooksPath=/nonexistent push", True),
    ("git -c core.hooksPath=/tmp/no-hooks commit -m x", True),
    ("git -c core.hooksPath=.git/hooks commit -m x", False),
    ("git -c core.hooksPath=.githooks commit -m x", None),
    ("git -c core.hooksPath=/dev/null -c core.hooksPath=.git/hooks commit -m x", False),
    ("git -c core.hooksPath=.git/hooks -c core.hooksPath=/dev/null commit -m x", True),
    ("git -c core.hooksPath=$H commit -m x", None),
    ("git -c core.hooksPath=/dev/null status", False),
    ("git -c core.hooksPath=/dev/null commit --dry-run", False),
    ("HP=/dev/null git --config-env=core.hooksPath=HP commit -m x", True),
    ("HP=/dev/null git -c core.hooksPath=HP/hooks commit -m x", None),
    ("git --config-env=core.hooksPath=HP commit -m x", None),
    ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x", True),
    ("GIT_CONFIG_COUNT=0 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x", False),
    ("GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.editor GIT_CONFIG_VALUE_0=/dev/null git commit -m x", False),
    ("GIT_CONFIG_PARAMETERS=\"'core.hookspath=/dev/null'\" git commit -m x", True),
    ("git -c alias.ci='commit -n' ci -m x", True),
    ("git -c alias.ci=commit ci -m x", False),
    ("git -c alias.commit='commit -n' commit -m x", False),
    ("git -c alias.ci='!git commit -n' ci -m x", None),
    ("git acp message", None),
    # variables
    ("HUSKY=0 git commit -m x", True),
    ("HUSKY=1 git commit -m x", False),
    ("HUSKY=0 git push", True),
    ("HUSKY=0 git status", False),
    ("HUSKY=0 git add .", False),
    ("HUSKY=0 git pull", None),
    ("HUSKY=0 git cherry-pick --continue", True),
    ("HUSKY=0 git cherry-pick HEAD", False),
    ("HUSKY=0 git rebase main", True),
    ("HUSKY=0 git rebase --continue", False),
    ("HUSKY=0 npm install", False),
    ("HUSKY=$H git commit -m x", None),
    ("HUSKY=0 git commit -m x --dry-run", False),
    ("env HUSKY=0 git commit -m x", True),
    ("HUSKY=0 env -u HUSKY git commit -m x", False),
    ("HUSKY=0 env -i git commit -m x", False),
    ("LEFTHOOK=0 git commit -m x", True),
    ("LEFTHOOK=1 git commit -m x", False),
    ("LEFTHOOK=false git merge topic", True),
    ("SKIP=lint git commit -m x", True),
    ("SKIP= git commit -m x", False),
    ("SKIP=lint git log", False),
    ("PRE_COMMIT_ALLOW_NO_CONFIG=1 git commit -m x", True),
    ("X=--no-verify git commit -m x", False),
    # what runs elsewhere, or is not seen
    ("docker exec app git commit -nm x", None),
    ("docker exec app ls", False),
    ("ssh host 'git commit -nm x'", None),
    ("sudo -Z git commit -nm x", None),
    ("bash commit.sh git", None),
    ("echo __RULEPROBE_SUB__", None),
    ("X=__RULEPROBE_SUB__", None),
    ("X=1", False),
    # wrappers
    ("sudo -u app git commit -nm x", True),
    ("timeout -k 5 30s git commit -m x", False),
    ("xargs -I{} git commit -m {} -n", True),
    ("xargs git commit -m x", None),
    ("xargs git commit -nm x", True),
]

FORCED = [
    ("git push -f origin main", True),
    ("git push origin main", False),
    ("git push origin main --force", True),
    ("git push -fu origin master", True),
    ("git push -f origin feature", False),
    ("git push -f origin main:feature", False),
    ("git push -f origin feature:main", True),
    ("git push -f origin HEAD:refs/heads/main", True),
    ("git push -f origin refs/heads/main", True),
    ("git push -f origin heads/main", True),
    ("git push -f origin refs/tags/main", False),
    ("git push -f origin tag main", False),
    ("git push -f origin origin/main", False),
    ("git push -f origin maintenance", False),
    ("git push -f origin main-2", False),
    ("git push -f", None),
    ("git push", False),
    ("git push -f origin", None),
    ("git push origin", False),
    ("git push -f origin HEAD", None),
    ("git push origin HEAD", False),
    ("git push -f origin @:main", True),
    ("git push origin +main", True),
    ("git push origin +HEAD:main", True),
    ("git push origin +HEAD", None),
    ("git push origin main +feature", False),
    ("git push origin feature +main", True),
    ("git push --force-with-lease origin main", True),
    ("git push --force-w origin main", True),
    ("git push --force-with-lease=main origin main", True),
    ("git push --force-with-lease=main:abc origin HEAD:main", True),
    ("git push --force-with-lease=feature origin main", False),
    ("git push --force-with-lease", None),
    ("git push --force-with-lease=main", None),
    ("git push --force-if-includes origin main", False),
    ("git push --forc origin main", False),
    ("git push --no-force -f origin main", True),
    ("git push -f --no-force origin main", False),
    ("git push --force-with-lease --no-force-with-lease origin main", False),
    ("git push -of origin main", False),
    ("git push -o -f origin main", False),
    ("git push -- origin -f", False),
    ("git push -nf origin main", False),
    ("git push --mirror", True),
    ("git push --mirror --no-mirror", False),
    ("git push --all -f", True),
    ("git push --all", False),
    ("git push --branches -f origin", True),
    ("git push -f --tags", False),
    ("git push -f --tags origin main", True),
    ("git push -f origin 'refs/heads/*:refs/heads/*'", True),
    ("git push origin '+refs/heads/*:refs/heads/*'", True),
    ("git push -f origin 'refs/heads/f/*:refs/heads/f/*'", False),
    ("git push origin :main", True),
    ("git push origin :feature", False),
    ("git push origin --delete main", True),
    ("git push -d origin feature", False),
    ("git push --dele origin refs/heads/master", True),
    ("git push -f origin :", None),
    ("git push -f origin main ^refs/heads/main", None),
    ("git push --prune origin 'refs/heads/f/*'", None),
    ("git push --repo origin -f", None),
    ("git push -f --repo=up origin main", True),
    ("git push --signed=no -f origin main", True),
    ("git push -f4 origin main", True),
    ("git push heroku main -f", True),
    ("git push -f https://example.com/a.git HEAD:main", True),
    ("git -c remote.origin.push=+main push origin", True),
    ("git -c remote.origin.push=+main push other", False),
    ("git -c remote.origin.push=+main push origin feature", False),
    ("git -c remote.origin.mirror=true push origin", True),
    ("git -c alias.p='push -f' p origin main", True),
    ("git pf origin main", None),
    ("git push -f origin $B", None),
    ("git push -f $REMOTE main", True),
    ("git push -f origin $B:main", True),
    ("git push origin HEAD:$B", None),
    ("git push $FLAGS origin main", None),
    ("git push --brand-new origin main", None),
    ("git push -f origin main --receive-pack", False),
    ("git push -f origin main --help", False),
    ("git push -f -h origin main", False),
    ("git fetch -f origin main", False),
    ("git branch -f main HEAD", False),
    ("git branch -D main", False),
    ("git subtree push -f origin main", False),
    ("echo git push -f origin main", False),
    ("sudo -E GIT_SSH_COMMAND=ssh git push -f origin main", True),
    ("xargs git push -f origin", None),
]

OPTION_ROWS = [
    ("commit", "-anm x", [("all", None), ("no-verify", None), ("message", "x")], []),
    ("commit", "-a -- -n", [("all", None)], ["-n"]),
    ("commit", "--mes=x --no-all", [("message", "x"), ("no-all", None)], []),
    ("commit", "a -m x b", [("message", "x")], ["a", "b"]),
    ("commit", "--amend --no-edit --date now", [("amend", None), ("no-edit", None), ("date", "now")], []),
    ("push", "-uf4 origin main", [("set-upstream", None), ("force", None), ("ipv4", None)], ["origin", "main"]),
    ("push", "--dele origin a", [("delete", None)], ["origin", "a"]),
    ("push", "--set-up origin a", [("set-upstream", None)], ["origin", "a"]),
    ("add", "-Af .", [("all", None), ("force", None)], ["."]),
    ("clean", "-xffd", [("x", None), ("force", None), ("force", None), ("d", None)], []),
    ("clean", "-fe '*.o'", [("force", None), ("exclude", "*.o")], []),
    ("tag", "-am -f v2", [("annotate", None), ("message", "-f")], ["v2"]),
    ("checkout", "-fb new", [("force", None), ("b", "new")], []),
    ("checkout", "HEAD~1 -- a.txt", [], ["HEAD~1", "a.txt"]),
    ("switch", "-c new", [("create", "new")], []),
    ("restore", "-SW a.txt", [("staged", None), ("worktree", None)], ["a.txt"]),
    ("reset", "-q --hard HEAD~1", [("quiet", None), ("hard", None)], ["HEAD~1"]),
    ("branch", "-D topic", [("D", None)], ["topic"]),
    ("stash", "push -um x", [("include-untracked", None), ("message", "x")], ["push"]),
    ("merge", "-n --no-ff topic", [("n", None), ("no-ff", None)], ["topic"]),
    ("rebase", "-i --onto main a b", [("interactive", None), ("onto", "main")], ["a", "b"]),
    ("revert", "-nm 1 HEAD", [("no-commit", None), ("mainline", "1")], ["HEAD"]),
    ("pull", "--rebase=merges -j4", [("rebase", "merges"), ("jobs", "4")], []),
    ("fetch", "-pj 4", [("prune", None), ("jobs", "4")], []),
    ("am", "-3 -p1 x", [("3way", None), ("p", "1")], ["x"]),
    ("rm", "-rf --cached a", [("r", None), ("force", None), ("cached", None)], ["a"]),
    ("mv", "-kn a b", [("k", None), ("dry-run", None)], ["a", "b"]),
    ("cherry-pick", "-x -m 1 a", [("x", None), ("mainline", "1")], ["a"]),
]

CALLS = [
    ("git commit -m x", ("commit", ("-m", "x"), (), None, None)),
    ("git -C a -c Core.Editor=true commit", ("commit", (), (("core.editor", "true"),), "a", None)),
    ("git -c alias.CI.Sub=x -c flag status", ("status", (), (("alias.CI.sub", "x"), ("flag", None)), None, None)),
    ("git --git-dir=x.git log", ("log", (), (), None, "x.git")),
    ("git --version commit", ("version", ("commit",), (), None, None)),
    ("git -h commit", ("help", ("commit",), (), None, None)),
    ("/usr/bin/git.exe push", ("push", (), (), None, None)),
    ("git $X -n", (None, ("-n",), (), None, None)),
    ("git $X", (None, (), (), None, None)),
    ("git -$X commit", (None, ("-$X", "commit"), (), None, None)),
    ("git", None),
    ("git -n commit", None),
    ("git --exec-path", None),
    ("git -C", None),
    ("git -c", None),
    ("hub commit", None),
    ("$GIT commit", None),
]

MESSAGES = [
    ("git commit -m x", "x"),
    ("git commit -am x -m 'y z'", "x\n\ny z"),
    ("git commit --message=x --no-message -m y", "y"),
    ("git commit -mx", "x"),
    ('git commit -m "$X"', None),
    ("git commit -m x -m $Y", None),
    ("git commit --amend --no-edit", None),
    ("git commit -F msg.txt", None),
    ("git commit -C HEAD", None),
    ("git commit --fixup HEAD", None),
    ("git merge -m x topic", None),
    ("git tag -m x v1", None),
    ("git commit -m __RULEPROBE_HEREDOC_0__", "feat: a\n\nbody"),
    ("git commit -m __RULEPROBE_HEREDOC_1__", None),
    ("git commit -F -", "from here"),
    ("git commit -F/dev/stdin", "from here"),
    ("git commit --dry-run -m x -h", None),
]

ADDED = [
    ("git add .env", (".env",)),
    ("git add -f .env a/b", (".env", "a/b")),
    ("git add -- -n", ("-n",)),
    ("git add -A", ()),
    ("git add .", (".",)),
    ("git stage x", ("x",)),
    ("git add .env $X", (".env",)),
    ("git add $X", None),
    ("git add . ':!.env'", (".",)),
    ("git add -n .env", None),
    ("git add --refresh .env", None),
    ("git add --chmod +x a", ("a",)),
    ("git add --chmod", None),
    ("git rm .env", None),
    ("git commit .env", None),
]


@pytest.mark.parametrize("text, expected", HOOKS)
def test_hooks_skipped(text, expected):
    assert git.skips_hooks(command(text)) is expected


@pytest.mark.parametrize("text, expected", FORCED)
def test_default_branch_forced(text, expected):
    assert git.force_pushes(command(text)) is expected


@pytest.mark.parametrize(
    "text, branches, expected",
    [
        ("git push -f origin release", ("release",), True),
        ("git push -f origin main", ("release",), False),
        ("git push -f origin release/2", ("release",), False),
        ("git push -f", ("release",), None),
        ("git push -f origin main", (), False),
    ],
)
def test_other_branches_forced(text, branches, expected):
    assert git.force_pushes(command(text), branches) is expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("git push origin a:b :c +d", [("b", False, False), ("c", False, True), ("d", True, False)]),
        ("git push -f --tags", [("refs/tags/*", True, False)]),
        ("git push -d origin v1 tag v2", [("v1", False, True), ("refs/tags/v2", False, True)]),
        ("git push origin HEAD:refs/for/main", [("refs/for/main", False, False)]),
        ("git push --dry-run origin a", []),
        ("git fetch origin a", []),
        ("git pf", None),
    ],
)
def test_updates_of_a_push(text, expected):
    assert git.pushed(command(text)) == expected


@pytest.mark.parametrize("subcommand, words, given, operands", OPTION_ROWS)
def test_options(subcommand, words, given, operands):
    read = git.options(subcommand, command("git " + words).argv[1:])
    assert (list(read.given), list(read.operands), read.decided, read.refused) == (given, operands, True, False)


@pytest.mark.parametrize(
    "subcommand, words, known, closed, refused",
    [
        ("commit", "-m", True, True, True),
        ("commit", "--no-ver", True, True, True),
        ("commit", "--amend=x", True, True, True),
        ("commit", "-Zm x", False, True, False),
        ("commit", "--brand-new", False, True, False),
        ("commit", "$X", True, False, False),
        ("commit", "-- $X", True, True, False),
        ("commit", "-a$X", False, True, False),
        ("commit", "a/*", True, True, False),
        ("log", "-n 5", False, True, False),
    ],
)
def test_options_that_cannot_be_read(subcommand, words, known, closed, refused):
    read = git.options(subcommand, command("git " + words).argv[1:])
    assert (read.known, read.closed, read.refused) == (known, closed, refused)


@pytest.mark.parametrize("text, expected", CALLS)
def test_invocation(text, expected):
    assert git.invocation(command(text).argv) == expected


@pytest.mark.parametrize("text, expected", MESSAGES)
def test_commit_message(text, expected):
    assert git.commit_message(command(text, heredocs=("from here",)), ["feat: a\n\nbody\n"]) == expected


def test_a_message_from_a_here_string():
    assert git.commit_message(command("git commit -F -", redirects=(("<<<", "x"),))) == "x"
    assert git.commit_message(command("git commit -F -")) is None


@pytest.mark.parametrize(
    "text, expected",
    [
        ("git commit -m '\n feat: a\n\nb'", "feat: a"),
        ("git commit -m 'feat: a' -m $BODY", "feat: a"),
        ("git commit -m $SUBJECT -m b", None),
        ("git commit -m ''", None),
        ("git log -m x", None),
    ],
)
def test_commit_subject(text, expected):
    assert git.commit_subject(command(text)) == expected


@pytest.mark.parametrize("text, expected", ADDED)
def test_added_paths(text, expected):
    assert git.added_paths(command(text)) == expected


@pytest.mark.parametrize("table", [HOOKS, FORCED, CALLS, MESSAGES, ADDED])
def test_rows_are_unique(table):
    assert len({row[0] for row in table}) == len(table)


@pytest.mark.parametrize("subcommand", sorted(OPTIONS))
def test_option_names_are_unique(subcommand):
    names = [part for token in OPTIONS[subcommand].split() for part in token.rstrip("=?!").split(",")]
    assert sorted(names) == sorted(set(names))
