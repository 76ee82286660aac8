"""The versioned contract's data: literals only, so that a zip, a wheel and a directory load alike (AD-9)."""

# Retired detector id -> the id that replaced it. Chains are followed to their end.
RENAMED = {}

# Every detector id a release has shipped. Each must be registered, in the catalog, or a key of RENAMED.
SHIPPED_IDS = [
    "transcript-hygiene/whole-file-cat",
    "transcript-hygiene/unfiltered-find",
    "verification/no-verify",
    "secrets/secret-in-write",
    "cache-hygiene/compact",
    "cache-hygiene/model-switch",
    "testing/test-after-change",
    "git-safety/force-push-default",
    "package-manager/pip-install",
    "commits/non-conventional-subject",
    "secrets/secret-file-add",
]
