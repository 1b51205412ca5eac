"""The board as one HTML page that needs nothing from elsewhere: its plots are inline SVG, it runs no script."""

from yiku_extractor.evaluation.report.page import page

__all__ = ["page"]
