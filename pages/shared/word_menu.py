"""The menu of a word, on cards and in texts: how it looks, and its script."""

from pathlib import Path

SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")  # for a component's own

MENU = """
.word-menu { position: fixed; inset: auto; margin: 0; padding: .25rem;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: .5rem; background: var(--st-background-color);
  color: var(--st-text-color); box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
.word-menu button { display: block; width: 100%; padding: .4rem .8rem; border: 0;
  background: none; color: inherit; font: inherit; text-align: start; cursor: pointer;
  border-radius: .35rem; }
.word-menu button:is(:hover, :focus-visible) {
  background: var(--st-secondary-background-color); outline: none; }
"""
