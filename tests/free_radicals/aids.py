"""Player aids for tests: those of the handbook, one that a table script plays, and some made up here."""

from __future__ import annotations

from pathlib import Path

from companion.packs import shipped

AID = """
[[merchants.steps]]
text = "Move the Merchant"
effects = [{ do = "remind", text = "Move the standee" }]

[[merchants.steps]]
text = "Sell"
effects = [
  { do = "if", test = { is = "holds", what = "carbon" }, then = [{ do = "pay", what = "carbon" }, { do = "score" }] },
]

[[merchants.actions]]
text = "Build a stall"
test = { is = "holds", what = "credit", least = 2 }
effects = [
  { do = "pay", what = "credit", n = 2 },
  { do = "count", counter = "stalls" },
  { do = "choose", ways = [
    { text = "Favor", then = [{ do = "favor" }] },
    { text = "Visit", then = [{ do = "visit" }] },
  ] },
]
"""


PAGE = (Path(__file__).parents[2] / "docs" / "effects.md").read_text()
FIRST, RECIPES = (part.partition("```")[0] for part in PAGE.partition("player aids")[2].split("```toml")[1:3])


UNSEEN = """
[[paladins.actions]]
text = "March"
test = { is = "not", test = { is = "counter", counter = "quests", least = 5 } }
effects = [
  { do = "if", test = { is = "holds", what = "carbon" }, then = [
    { do = "pay", what = "carbon" },
    { do = "score", n = 2 },
  ] },
]

[[paladins.actions]]
text = "Rest"
test = { is = "all", tests = [
  { is = "counter", counter = "quests" },
  { is = "not", test = { is = "any", tests = [{ is = "holds", what = "data" }, { is = "prestige" }] } },
] }
effects = [{ do = "score" }]
"""


ORDERS = (Path(__file__).parents[1] / "playthroughs/free_radicals/packs/paladins/aid_paladins.toml").read_text()


def owners(aid: str) -> dict[str, bytes]:
    packs = shipped("free_radicals")
    return {**packs, "aid_merchants.toml": aid.encode()}
