"""Shipped detectors: ``common`` (Python, with twins in ``common.yaml``) and ``catalog`` (data)."""
