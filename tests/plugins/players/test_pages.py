"""The pages of players and dice: what they show, what can be taken away, and who may change anything."""

from __future__ import annotations

import csv
import html
import io
import re
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from bookgammon.plugins.players.pages import add_players, csv_of
from tests.plugins.players.careers import Careers
from tests.web.devices import paired
from tests.web.tables import TABLES
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.plot import VALUES, plot_of

NAMES = ("Ada & <Söhne>", "=Bea/+")
OURS = {"Origin": "http://localhost", "Host": "localhost"}


@pytest.fixture
def careers() -> Careers:
    return Careers(NAMES)


@pytest.fixture
def client(careers: Careers) -> FlaskClient:
    app = whole_app(Hub(TABLES["to_roll"]()))
    add_players(app, careers)
    return paired(app)


def at(name: str, path: str = "/players/player") -> str:
    return f"{path}?name={quote(name)}"


def test_list_leads_to_every_player_whatever_they_are_called(client: FlaskClient) -> None:
    text = client.get("/players", headers=OURS).get_data(as_text=True)
    links = [html.unescape(link) for link in re.findall(r'href="(/players/player[^"]*)"', text)]
    pages = [client.get(link, headers=OURS).get_data(as_text=True) for link in links[:2]]
    assert [html.unescape(re.findall("<h1>(.*)</h1>", page)[0]) for page in pages] == list(NAMES)
    assert "Ada &amp; &lt;Söhne&gt;" in text
    assert "17 matches are not counted yet" in text


def test_player_whom_nobody_knows_is_not_found(client: FlaskClient) -> None:
    for path in ("/players/player", "/players/player.csv", "/api/players/player"):
        assert client.get(at("Nobody", path), headers=OURS).status_code == 404


def test_page_shows_the_formula_of_the_rating_and_plots_with_a_table(client: FlaskClient) -> None:
    text = client.get(at(NAMES[0]), headers=OURS).get_data(as_text=True)
    assert "P = 1 / (10^(D·√n / 2000) + 1)" in text
    assert text.count('<svg class="curve photo"') == 3
    assert text.count("<figcaption>") == 3
    assert text.count('data-column="Rating"') == 18


def test_every_match_is_a_line_of_the_csv_and_no_name_a_formula(client: FlaskClient) -> None:
    answer = client.get(at(NAMES[0], "/players/player.csv"), headers=OURS)
    assert "attachment" in answer.headers["Content-Disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.get_data(as_text=True))))
    assert [row["match"] for row in rows] == ["1", "2"]
    assert rows[0]["opponent"] == "'=Bea/+"
    assert (rows[0]["luck"], rows[0]["won"], rows[0]["rating"]) == ("-0.83", "True", "1512.3")


def test_cells_that_begin_a_formula_are_quoted() -> None:
    rows = [{"a": text} for text in ("=1+1", "+1", "-1", "@x", "Ada")] + [{"a": -1}]
    assert csv_of(["a"], rows).split() == ["a", "'=1+1", "'+1", "'-1", "'@x", "Ada", "-1"]


def test_dice_are_taken_away_as_csv_and_json(client: FlaskClient) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/dice.csv", headers=OURS).get_data(as_text=True))))
    answer = client.get("/api/dice", headers=OURS).get_json()
    assert [int(rows[0][f"face_{face}"]) for face in range(1, 7)] == answer["sets"][0]["faces"]
    assert (answer["fewest"], answer["fair_called_uneven"]) == (200, 0.01)


def test_player_is_renamed_and_merged_only_when_said_twice(client: FlaskClient, careers: Careers) -> None:
    ada, bea = NAMES
    assert client.post("/api/players/rename", json={"name": ada, "new": "  Eve  L. "}, headers=OURS).status_code == 200
    asks = client.post("/api/players/rename", json={"name": ada, "new": bea}, headers=OURS)
    assert (asks.status_code, asks.get_json()["asks"]) == (409, True)
    said = {"name": ada, "new": bea, "confirmed": True}
    assert client.post("/api/players/rename", json=said, headers=OURS).status_code == 200
    assert careers.asked == [("rename", ada, "Eve L."), ("rename", ada, bea)]


@pytest.mark.parametrize("new", ["", "   ", "x" * 41, "Light", "Dark", None, 7 * [1]])
def test_no_name_that_nobody_can_have(client: FlaskClient, careers: Careers, new: object) -> None:
    answer = client.post("/api/players/rename", json={"name": NAMES[0], "new": new}, headers=OURS)
    assert answer.status_code == 400
    assert careers.asked == []


def test_player_is_removed_with_or_without_their_matches(client: FlaskClient, careers: Careers) -> None:
    for matches in (False, True):
        said = {"name": NAMES[0], "matches": matches}
        assert client.post("/api/players/remove", json=said, headers=OURS).status_code == 200
    assert careers.asked == [("remove", NAMES[0], False), ("remove", NAMES[0], True)]


def test_plot_holds_its_values_between_round_levels_and_breaks_where_there_are_none() -> None:
    plot = plot_of([1500.0, 1512.0, None, 1488.0, 1530.5])
    assert [level.text for level in plot.levels] == ["1480", "1500", "1520", "1540"]
    assert [line.points.count(",") for line in plot.lines] == [2, 2]
    assert all(VALUES.left <= dot.x <= VALUES.right and VALUES.top <= dot.y <= VALUES.bottom for dot in plot.dots)
    assert plot.dots[3].y < plot.dots[0].y < plot.dots[2].y
    assert plot_of([None, None]).dots == ()
    assert len(plot_of([3.0]).dots) == 1
    assert plot_of([0.0, 0.0]).levels[0].text == "0.0"
