"""Sources: one module a runtime, read into the event schema of ``ruleprobe.events``."""
