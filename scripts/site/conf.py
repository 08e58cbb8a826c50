"""Sphinx's settings for `make site`. The folder of sources is made by collect.py."""
import os

from pygments.lexers.sql import PostgresLexer

project = "Overworld"
release = os.environ["OVERWORLD_VERSION"]
extensions = ["breathe", "myst_parser", "sphinx_copybutton"]
breathe_projects = {"overworld": os.environ["OVERWORLD_XML"]}
breathe_default_project = "overworld"
breathe_domain_by_extension = {"h": "c"}
primary_domain = "c"
myst_heading_anchors = 4
html_theme = "sphinx_rtd_theme"
html_title = "Overworld"
html_show_sphinx = False
html_copy_source = False
copybutton_prompt_text = "$ "


def setup(app):
    app.add_lexer("sql", PostgresLexer)  # the lexer of plain SQL knows no DO $$
