"""What git's documentation says of its options: literals only.

``OPTIONS`` holds, for each subcommand, its options as git's own help lists them (git 2.39, with the
additions up to 2.51). An option is ``short,long`` or one of the two, then what it takes: nothing, ``=``
a value (joined or the next word), ``=?`` a value that is only ever joined. ``!`` ends an option that has
no ``--no-`` form; any other may be negated, and one documented as ``no-x`` has ``--x`` as its opposite.
A subcommand that is not here has no readable options.
"""
_PATHS = "pathspec-from-file= pathspec-file-nul "
_CONTEXT = "U,unified= inter-hunk-context= "

OPTIONS = {
    "add": "n,dry-run v,verbose i,interactive p,patch e,edit f,force u,update renormalize N,intent-to-add A,all ignore-removal refresh ignore-errors ignore-missing sparse chmod= warn-embedded-repo " + _PATHS + _CONTEXT,
    "am": "n,no-verify i,interactive binary 3,3way q,quiet s,signoff u,utf8 k,keep keep-non-patch m,message-id keep-cr c,scissors quoted-cr=! whitespace= ignore-space-change ignore-whitespace directory= exclude= include= C= p= patch-format= reject resolvemsg= continue! r,resolved! skip! abort! quit! show-current-patch=?! retry! allow-empty! committer-date-is-author-date ignore-date rerere-autoupdate S,gpg-sign=? empty=! rebasing",
    "branch": "v,verbose q,quiet t,track=? u,set-upstream-to= unset-upstream color=? r,remotes contains=! no-contains=! with=! without=! abbrev=? a,all d,delete D m,move M c,copy C l,list show-current create-reflog edit-description f,force merged= no-merged= column=? sort= points-at= omit-empty i,ignore-case recurse-submodules format= set-upstream",
    "checkout": "b= B= l guess overlay q,quiet recurse-submodules=? progress m,merge conflict= d,detach t,track=? f,force orphan= overwrite-ignore ignore-other-worktrees 2,ours! 3,theirs! p,patch ignore-skip-worktree-bits " + _PATHS + _CONTEXT,
    "cherry-pick": "quit! continue! abort! skip! cleanup= n,no-commit e,edit s,signoff m,mainline= rerere-autoupdate strategy= X,strategy-option= S,gpg-sign=? x ff allow-empty allow-empty-message empty=! keep-redundant-commits",
    "clean": "q,quiet n,dry-run f,force i,interactive d e,exclude=! x X",
    "commit": "q,quiet v,verbose F,file= author= date= m,message= c,reedit-message= C,reuse-message= fixup= squash= reset-author trailer=! s,signoff t,template= e,edit cleanup= status S,gpg-sign=? a,all i,include interactive p,patch o,only n,no-verify dry-run short branch ahead-behind porcelain long z,null amend no-post-rewrite u,untracked-files=? allow-empty allow-empty-message " + _PATHS + _CONTEXT,
    "fetch": "v,verbose q,quiet all set-upstream a,append atomic upload-pack= f,force m,multiple t,tags n j,jobs= prefetch p,prune P,prune-tags recurse-submodules=? dry-run porcelain! write-fetch-head k,keep u,update-head-ok progress depth= shallow-since= shallow-exclude= deepen= unshallow! refetch! update-shallow refmap=! o,server-option= 4,ipv4 6,ipv6 negotiation-tip= negotiate-only filter= auto-maintenance auto-gc show-forced-updates write-commit-graph stdin submodule-prefix= recurse-submodules-default=",
    "merge": "n stat compact-summary summary log=? squash commit e,edit cleanup= ff ff-only! rerere-autoupdate verify-signatures s,strategy= X,strategy-option= m,message= F,file=! into-name= v,verbose q,quiet abort quit continue allow-unrelated-histories progress S,gpg-sign=? autostash overwrite-ignore signoff no-verify",
    "mv": "v,verbose n,dry-run f,force k sparse",
    "pull": "v,verbose q,quiet progress recurse-submodules=? r,rebase=? n stat compact-summary summary log=? signoff=? squash commit edit cleanup= ff ff-only! verify verify-signatures autostash s,strategy= X,strategy-option= S,gpg-sign=? allow-unrelated-histories all a,append upload-pack= f,force t,tags p,prune j,jobs=? dry-run k,keep depth= shallow-since= shallow-exclude= deepen= unshallow! update-shallow refmap=! o,server-option= 4,ipv4 6,ipv6 negotiation-tip= show-forced-updates set-upstream",
    "push": "v,verbose q,quiet repo= all branches mirror d,delete tags n,dry-run porcelain f,force force-with-lease=? force-if-includes recurse-submodules= thin receive-pack= exec= u,set-upstream progress prune no-verify follow-tags signed=? atomic o,push-option= 4,ipv4 6,ipv6",
    "rebase": "onto= keep-base no-verify q,quiet v,verbose n,no-stat signoff trailer= committer-date-is-author-date reset-author-date ignore-date C= ignore-whitespace whitespace= f,force-rebase no-ff continue! skip! abort! quit! edit-todo! show-current-patch! apply! m,merge! i,interactive! rerere-autoupdate empty=! autosquash update-refs S,gpg-sign=? autostash x,exec= r,rebase-merges=? fork-point s,strategy= X,strategy-option= root reschedule-failed-exec reapply-cherry-picks preserve-merges keep-empty allow-empty-message",
    "reset": "q,quiet no-refresh mixed soft hard merge keep recurse-submodules=? p,patch N,intent-to-add " + _PATHS + _CONTEXT,
    "restore": "s,source= S,staged W,worktree ignore-unmerged overlay q,quiet recurse-submodules=? progress m,merge conflict= 2,ours! 3,theirs! p,patch ignore-skip-worktree-bits " + _PATHS + _CONTEXT,
    "revert": "quit! continue! abort! skip! cleanup= n,no-commit e,edit s,signoff m,mainline= rerere-autoupdate strategy= X,strategy-option= S,gpg-sign=? reference",
    "rm": "n,dry-run q,quiet cached f,force r ignore-unmatch sparse " + _PATHS,
    "stash": "k,keep-index S,staged p,patch q,quiet u,include-untracked only-untracked a,all m,message= index " + _PATHS + _CONTEXT,
    "switch": "c,create= C,force-create= guess discard-changes q,quiet recurse-submodules=? progress m,merge conflict= d,detach t,track=? f,force orphan= overwrite-ignore ignore-other-worktrees",
    "tag": "l,list! n=? d,delete! v,verify! a,annotate m,message=! F,file= trailer=! e,edit s,sign cleanup= u,local-user= f,force create-reflog column=? contains=! no-contains=! with=! without=! merged= no-merged= sort= points-at= format= omit-empty color=? i,ignore-case",
}
OPTIONS["stage"] = OPTIONS["add"]

# Options in front of the subcommand: with a value in the next word, with one joined only or optional,
# without one, and those after which git prints something and stops.
GLOBAL_SEPARATE = frozenset("-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source --shallow-file".split())
GLOBAL_JOINED = frozenset("--git-dir --work-tree --namespace --super-prefix --config-env --attr-source --exec-path".split())
GLOBAL_FLAGS = frozenset("-p --paginate -P --no-pager --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice --bare --literal-pathspecs --no-literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs".split())
GLOBAL_STOPS = {"-v": "version", "--version": "version", "-h": "help", "--help": "help"}

# git's own subcommands and the usual additions: what is not here may be an alias.
SUBCOMMANDS = frozenset("""
add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore
check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit
commit-graph commit-tree config count-objects credential credential-cache credential-store cvsexportcommit
cvsimport cvsserver daemon describe diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export
fast-import fetch fetch-pack filter-branch filter-repo fmt-merge-msg for-each-ref for-each-repo format-patch fsck
fsck-objects gc get-tar-commit-id gitk grep gui hash-object help history hook http-backend imap-send index-pack
init init-db instaweb interpret-trailers last-modified lfs log ls-files ls-remote ls-tree mailinfo mailsplit
maintenance merge merge-base merge-file merge-index merge-one-file merge-tree mergetool mktag mktree
multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push
quiltimport range-diff read-tree rebase receive-pack reflog refs remote repack replace replay repo request-pull
rerere reset restore rev-list rev-parse revert rm scalar send-email send-pack sh-i18n shell shortlog show
show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subtree svn switch
symbolic-ref tag unpack-file unpack-objects update-index update-ref update-server-info upload-archive upload-pack
var verify-commit verify-pack verify-tag version web--browse whatchanged worktree write-tree
""".split())

# Subcommands that run a hook which can refuse the work (pre-commit, commit-msg, pre-merge-commit,
# pre-rebase, applypatch-msg, pre-push): the options with which they do not, and those without which
# they do not. Observed by running each with every hook in place.
HOOKED = {
    "am": ("abort quit skip show-current-patch", ""),
    "cherry-pick": ("", "continue"),
    "commit": ("dry-run short porcelain long", ""),
    "merge": ("abort quit", ""),
    "pull": ("dry-run", ""),
    "push": ("dry-run", ""),
    "rebase": ("abort continue quit skip edit-todo show-current-patch", ""),
    "revert": ("", "continue"),
}

# Variables with which a hook manager, or git, leaves out hooks: the values that do.
HOOK_VARIABLES = {
    "HUSKY": "0",
    "HUSKY_SKIP_HOOKS": "1|true",
    "LEFTHOOK": "0|false",
    "OVERCOMMIT_DISABLE": "[1-9].*",
    "PRE_COMMIT_ALLOW_NO_CONFIG": ".+",
    "SKIP": ".+",
    "SKIP_SIMPLE_GIT_HOOKS": "1",
}
