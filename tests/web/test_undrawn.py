"""A page that cannot be drawn is called stale, however busily the table beats: `stream.js` without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

STREAM = Path(__file__).parents[2] / "web" / "static" / "stream.js"
PROGRAM = """
let now = 0;
const heard = {};
const links = [];
let tick = null;
globalThis.performance = { now: () => now };
globalThis.EventSource = class {
  static CLOSED = 2;
  readyState = 1;
  addEventListener(name, act) { heard[name] = act; }
  close() {}
};
globalThis.document = { addEventListener() {}, visibilityState: "visible" };
globalThis.addEventListener = () => {};
globalThis.setInterval = (act) => { tick = act; };
const { follow } = await import(STREAM);
let draws = DRAWS;
follow({
  onState: () => { if (!draws) throw new Error("cannot be drawn"); },
  onLink: (link) => links.push(link.stale),
});
for (let second = 0; second < 20; second += 1) {
  now = 1000 * second;
  if (second % 4 === 0) heard.beat({ data: '{"now": 1}' });
  if (second === 2) { try { heard.state({ data: "{}" }); } catch { /* the browser logs it */ } }
  tick();
}
console.log(JSON.stringify(links));
process.exit(0);
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
@pytest.mark.parametrize("draws", [True, False])
def test_what_cannot_be_drawn_grows_old(draws: bool, tmp_path: Path) -> None:
    program = PROGRAM.replace("STREAM", json.dumps(STREAM.as_uri())).replace("DRAWS", json.dumps(draws))
    (tmp_path / "page.mjs").write_text(program)
    done = subprocess.run(["node", tmp_path / "page.mjs"], capture_output=True, text=True, timeout=60, check=True)
    links = json.loads(done.stdout)
    assert any(links) is not draws
