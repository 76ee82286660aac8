"""Task runners, and what the names of tasks say (D7, S3): literals only.

A task called ``test`` runs tests by convention, one called ``build`` does not, one called ``verify``
cannot be told.
"""

# A runner's options: those with which no task runs, and those whose value is the next word. Then which
# of its words are tasks: "all"; "first", the rest being arguments of the first; "either", where the
# later ones may be tasks or arguments.
TASK_RUNNERS = {
    "ant": ("-p -projecthelp -diagnostics -version", "-f -file -buildfile -lib -logger -logfile -listener -propertyfile -find -s -main", "all"),
    "bb": ("", "", "first"),
    "bmake": ("-n -N -q -t -V", "-C -f -I -j -m -D -d -J -T", "all"),
    "castor": ("list", "", "first"),
    "deno task": ("", "--cwd -c --config -f --filter", "first"),
    "doit": ("list help info forget clean ignore dumpdb tabcompletion -h", "-f --file -d --dir -n --process -o --output-file -v --verbosity --db-file", "all"),
    "earthly": ("ls doc bootstrap prune account --ls", "--artifact --secret --build-arg", "first"),
    "fastlane": ("lanes list docs init --dry_run", "--env", "all"),
    "gmake": ("-n --just-print --dry-run --recon -q --question -t --touch -v", "-C --directory -f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if --new-file --assume-new --eval -E", "all"),
    "go-task": ("-l --list -a --list-all --init -n --dry --summary --status -j --json --completion", "-d --dir -t --taskfile -o --output -C --concurrency -I --interval --sort", "all"),
    "grunt": ("-V --completion", "-b --base -f --gruntfile -l --tasks --npm", "all"),
    "gulp": ("-T --tasks --tasks-simple --tasks-json -v --verify --compact-tasks", "-f --gulpfile --cwd --preload --require --depth", "all"),
    "inv": ("-l --list -D --list-depth -R --dry -V --print-completion-script", "-c --collection -r --search-root -f --config -T --command-timeout -d --complete", "either"),
    "invoke": ("-l --list -D --list-depth -R --dry -V --print-completion-script", "-c --collection -r --search-root -f --config -T --command-timeout -d --complete", "either"),
    "jake": ("-T -ls --tasks -P --prereqs -n --dry-run", "-f --jakefile -C --directory", "all"),
    "just": ("-l --list -n --dry-run --summary -s --show --evaluate -e --edit --dump --init --fmt --completions --variables --groups --changelog --man -V --usage", "-f --justfile -d --working-directory --shell --shell-arg --color --command-color --dotenv-filename --dotenv-path -E --chooser --list-heading --list-prefix --timestamp-format", "either"),
    "lage": ("--info info init graph cache", "--scope --to --since --concurrency", "all"),
    "mage": ("-l -init -clean -h -i -compile", "-d -w -t -goos -goarch -gocmd -ldflags", "either"),
    "make": ("-n --just-print --dry-run --recon -q --question -t --touch -v", "-C --directory -f --file --makefile -I --include-dir -o --old-file --assume-old -W --what-if --new-file --assume-new --eval -E", "all"),
    "mask": ("", "--maskfile", "first"),
    "melos run": ("", "", "first"),
    "mingw32-make": ("-n --just-print --dry-run --recon -q --question -t --touch -v", "-C --directory -f --file -I -o -W", "all"),
    "mise run": ("--dry-run -n", "-C --cd -j --jobs -t --tool -o --output", "first"),
    "mise r": ("--dry-run -n", "-C --cd -j --jobs -t --tool -o --output", "first"),
    "moon": ("init sync setup query project projects task graph project-graph action-graph clean docker bin node migrate upgrade completions toolchain", "-c --concurrency --affected --query --host", "all"),
    "nmake": ("/n /p /q /t", "/f", "all"),
    "npm-run-all": ("-v", "-c --npm-path --max-parallel", "all"),
    "npm-run-all2": ("-v", "--npm-path --max-parallel", "all"),
    "nps": ("", "-p -s -c --config", "all"),
    "nuke": ("--plan", "", "either"),
    "phing": ("-l -list -v", "-f -buildfile -logger -logfile", "all"),
    "poe": ("-V", "-C --directory -e --executor -X", "first"),
    "rake": ("-T --tasks -P --prereqs -W --where -D --describe -n --dry-run -V -H --help", "-f --rakefile -R --rakelibdir -I --libdir -r --require -e --execute -C --directory -j --jobs -p -E", "all"),
    "remake": ("-n --just-print --dry-run -q -t -v --tasks --targets", "-C --directory -f --file -I -o -W", "all"),
    "robo": ("list", "-f --load-from -l", "first"),
    "run-p": ("-v", "-c --npm-path --max-parallel", "all"),
    "run-s": ("-v", "-c --npm-path", "all"),
    "rush": ("install update add remove check publish version scan init deploy purge list link unlink setup", "-t --to -f --from -o --only -i -I -T -p --parallelism", "first"),
    "rushx": ("", "", "first"),
    "samu": ("-n -t", "-C -f -j -k -l -d -w", "all"),
    "ninja": ("-n -t", "-C -f -j -k -l -d -w", "all"),
    "scons": ("-n --no-exec --just-print --dry-run --recon -c --clean --remove -q --question -H", "-C --directory -f --file --makefile --sconstruct -I --include-dir -j --jobs --debug", "all"),
    "task": ("-l --list -a --list-all --init -n --dry --summary --status -j --json --completion", "-d --dir -t --taskfile -o --output -C --concurrency -I --interval --sort", "all"),
    "thor": ("list help install", "", "first"),
    "vp run": ("", "--filter -F", "first"),
    "waf": ("list", "", "all"),
}

# The words of a task's name, as it falls apart at punctuation and at capitals.
TEST_WORDS = frozenset("""
test tests e2e unittest unittests testsuite utest itest rspec pest cucumber pytest jest vitest mocha phpunit ctest
gotest eunit nextest selftest regtest testall testacc testunit runtest runtests testrace testcover
testcoverage functest acctest inttest integrationtest integrationtests functionaltest functionaltests
alltests cargotest
""".split())
# With one of these in the name the tests may not be what runs.
CONTRARY_WORDS = frozenset("""
build compile compiles classes lint linter lints type types typecheck typing tsc format fmt style clean cleanup setup
teardown prepare prep deps dep dependencies install uninstall fixture fixtures data db database migrate seed server
serve ui open report reports docker image images env environment up down start stop create init gen generate
codegen list ls docs doc results publish deploy release push pull bench benchmark benchmarks perf version config
helper helpers utils reset bundle package pack upload download show help host assemble link sync new remove rm
delete update upgrade template html debugger deploy apk kill logs shell console dump load schema status
""".split())
# A name that begins with one of these, and holds none of the next, runs no tests.
WORK_WORDS = frozenset("""
build lint linter format fmt start dev develop serve server clean docs doc typecheck types tsc compile install
uninstall preview storybook codegen generate gen migrate logs help up down eslint prettier stylelint ruff black
isort mypy flake8 pylint pyright clippy rustfmt typescript setup init deps update upgrade docker image
assets bundle debug shell console run db routes dist
""".split())
DOUBT_WORDS = frozenset("all ci check checks verify validate qa quality full everything pre post precommit prepush".split())

# Environments of tox and sessions of nox that check and build.
QUIET_ENVS = frozenset("""
lint linters linting docs doc documentation type types typing typecheck type-check mypy pyright flake8 pylint black
isort ruff format fmt style build package packaging release publish pre-commit precommit dev develop clean safety
bandit security audit manifest check-manifest codespell spelling pep8 pycodestyle pydocstyle readme changelog
bump report coverage-report cov-report blacken reformat bindep venv shell towncrier vulture twine deps lock
""".split())

# Programs of every day that run no test whatever their words say.
OTHER = frozenset("""
: [ [[ alias apropos apt apt-cache apt-get aptitude ar arp as asciidoctor atq autoconf automake awk aws az base32
base64 basename bat batcat bc bg biome black brew bunzip2 bzip2 c++ cal cat cc cd certbot chage chgrp chmod choco
chown chsh cksum clang clang-format clang-tidy clear cmp code col column comm compgen complete convert cp cpio cpp create-react-app create-vite createdb
crontab cscope csplit ctags curl cut cvs date dc dd declare defaults degit df diff diff3 dig dirname dirs disown
dmesg dnf doxygen dpkg dropdb du echo ed egrep emacs enable esbuild eslint exa exit expand export expr eza f2py factor
false fc fd fdfind ffmpeg ffprobe fg fgrep file find flake8 fmt fold free ftp fuser fzf g++ gawk gcc gcloud getconf
getent getopts gh git-lfs glab gofmt goimports golangci-lint gpg gradle-profiler grep groups gsed gunzip gzip hash
head helm helmfile hexdump hexyl history host hostname htop http hub iconv id ifconfig imagemagick info install ip
isort jar javac jobs join journalctl jq jshint kill killall kubectl last ld ldd less let ln local locale locate
logger login logname logout look ls lsblk luacheck lsof lua-format lzma m4 mail mailx man mapfile markdownlint md5 md5sum
mdless mkdir mkfifo mknod mktemp more mount mv mypy mysql mysqldump nano nc neofetch netstat next nl nm nmap node-gyp
nproc nslookup nuxt nvim objdump od open openssl pandoc parted passwd paste patch pathchk pbcopy pbpaste pgrep
pidof ping pip-compile pip-sync pkg pkg-config pkill plutil pmap popd pprof pr prettier printenv printf prisma ps
psql pup pushd pv pwd pyflakes pylint pyright python-config qemu-img quicklook ranlib rbenv rclone read readarray
readelf readlink readonly realpath redis-cli rename reset return rev rg rimraf ripgrep rm rmdir rollup rpm rsync rubocop
ruff rustc rustfmt rustup say scalafmt scp screencapture sdkman sdiff sed select seq serve service set sftp sha1sum
sha256sum sha512sum shasum shellcheck shfmt shift shopt shred shuf sleep slither snap sort split sponge sqlite3 ss
ssh-add ssh-agent ssh-copy-id ssh-keygen stat strings strip stty stylelint suspend svn swiftformat swiftlint sw_vers
swc sync sysctl systemctl tac tail tar tea tee terser test tig times tldr tokei top touch tput tr trap tree true
truncate tsc tsort tsup tty tty-clock type typeset typst ulimit umask umount unalias uname uncompress unexpand
uniq unlink unset unxz unzip updatedb uptime useradd usermod users v4l2-ctl vi view vim vimdiff virtualenv vite vmstat
w wait wall wc webpack wget whatis where whereis which who whoami wl-copy xargs xclip xcode-select xdg-open xsel xxd
xz phpcs phpcbf phpstan psalm php-cs-fixer pint rector deptrac phpmd rubocop standardrb brakeman reek erblint solargraph
steep srb credo dialyzer ktlint detekt checkstyle spotbugs hadolint tflint tfsec trivy semgrep vale cspell commitlint yamllint yapf yes yq yum zcat zdiff zgrep zip zipinfo zless zstd zypper
""".split())

# Programs with a function of their own in ``toolchains``.
HANDLED = frozenset("""
. R Rscript babel-node bun cargo clisp clj clojure cmake composer docker dotnet dune elixir escript fish git go gradle
gradlew groovy guile iex java jbang julia kotlin lein lerna lua luajit mill mix mvn mvnd mvnw nim node nox npm nx
osascript pdm perl php pnpm powershell pwsh pypy python qjs racket rails rebar3 ruby sbcl sbt scala source ssh
stack symfony tclsh tox ts-node tsx turbo vite-node xcodebuild yarn
""".split())
