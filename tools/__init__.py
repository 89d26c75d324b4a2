"""Maintainers' scripts."""
