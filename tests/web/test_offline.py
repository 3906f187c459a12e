"""Where the page is served securely, the browser says what is wrong while the machine does not answer."""

from __future__ import annotations

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browser import MISSING, arrived, until
from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.hub import Hub
from web.server import PageServer

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


def test_a_page_that_nobody_serves_any_more_says_so(driver: Chrome) -> None:
    hub = Hub(to_roll())
    server = PageServer(whole_app(hub), "127.0.0.1", 0)  # this machine's own browser counts as secure
    server.start()
    driver.get(server.url)
    arrived(driver, hub)
    ready = "const done = arguments[0]; navigator.serviceWorker.ready.then(({ active }) => done(active.state))"
    until(driver, lambda: driver.execute_async_script(ready) == "activated")
    server.stop()
    driver.get(server.url)
    assert driver.find_element(By.TAG_NAME, "h1").text.endswith("machine does not answer")
    colour = driver.execute_script("return getComputedStyle(document.body).getPropertyValue('--ink')")
    assert colour  # its style sheets are kept too
    driver.get("about:blank")
