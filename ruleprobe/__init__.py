"""ruleprobe: measure whether agent rules change what coding agents do, from their transcripts."""
from .version import VERSION as __version__  # noqa: F401
