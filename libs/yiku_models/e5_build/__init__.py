"""Builds the 8-bit e5-small once, at set-up; nothing here is imported when serving."""

from yiku_models.e5_build.build import Progress, build_e5_small

__all__ = ["Progress", "build_e5_small"]
