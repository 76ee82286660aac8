"""ruleprobe: measure whether agent rules change what coding agents do, from their transcripts.

The names below are re-exports; the declared ones are listed in README, "The declared API". ``report`` and
``validity`` are the functions: their modules are reached by ``from ruleprobe.report import …``.
"""
from . import interruption

interruption.begin()

from . import contract_data, declarative, events, readers, registry, shell
from .contract_data import RENAMED, SHIPPED_IDS
from .declarative import DeclarativeError
from .events import MAX_RESULT_TEXT, Hit, Session, counts, hit, input_of, result_text, text_of
from .matchers import compile_detector, compile_matcher, is_undecided
from .readers import RUNTIMES, iter_sessions
from .registry import (
    COMPILERS, DEFAULT, EVENT_KINDS, KNOWN_SCHEMA_VERSIONS, SCHEMA_VERSION, Detector, Registry, fold_map, from_spec,
    register_compiler, run,
)
from .report import measure, report, report_data
from .rules import Bundle, Finding, RuleEntry, load_bundle
from .shell import Context, Parsed, analyse
from .validity import (
    DEFAULT_FLOOR, CorpusError, Score, below_floor, event_key, hit_key, score_corpus, score_examples, scores_as_dict, validity,
    validity_table,
)
from .version import VERSION as __version__

interruption.end()

__all__ = [
    "Bundle", "COMPILERS", "Context", "CorpusError", "DEFAULT", "DEFAULT_FLOOR", "DeclarativeError", "Detector", "EVENT_KINDS",
    "Finding", "Hit", "KNOWN_SCHEMA_VERSIONS", "MAX_RESULT_TEXT", "Parsed", "RENAMED", "RUNTIMES", "Registry", "RuleEntry",
    "SCHEMA_VERSION", "SHIPPED_IDS", "Score", "Session", "__version__", "analyse", "below_floor", "compile_detector",
    "compile_matcher", "contract_data", "counts", "declarative", "event_key", "events", "fold_map", "from_spec", "hit", "hit_key",
    "input_of", "is_undecided", "iter_sessions", "load_bundle", "measure", "readers", "register_compiler", "registry", "report",
    "report_data", "result_text", "run", "score_corpus", "score_examples", "scores_as_dict", "shell", "text_of", "validity",
    "validity_table",
]
