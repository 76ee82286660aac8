"""Shipped detectors: ``common`` (Python, with twins in ``common.yaml``) and ``catalog`` (data)."""
from .. import registry  # noqa: F401  (it registers ``common`` at its tail, whichever is imported first)
