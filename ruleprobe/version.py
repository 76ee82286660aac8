"""The package's version: a literal, read by the build and by the command line (a leaf)."""

VERSION = "0.2.0"
