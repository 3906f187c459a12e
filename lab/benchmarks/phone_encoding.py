"""What a telephone's picture costs as JPEG and as video (WebCodecs), in a real Chromium with a recording as camera.

    python -m lab.benchmarks.phone_encoding [--pictures 40]

For each way: milliseconds from the picture to its bytes, and kilobytes a picture, at 1280 by 720 and five a second. By
the clock: worth something only on a machine with little else to do. Needs Chromium and the demo's recording.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np

from tests.commands.program import RECORDING
from tests.phone.browser import CAMERA_FPS, camera_film, telephone
from vision.sources.pictures import Image

QUALITY = 0.85
"""As `web/static/phone_sender.js` has it."""
WAYS = ("jpeg", "vp8", "vp09.00.31.08", "avc1.42001f")
SCRIPT = """
const [way, pictures, quality, done] = arguments;
(async () => {
  const media = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
  const video = document.createElement("video");
  video.srcObject = media; video.muted = true; await video.play();
  const { videoWidth: width, videoHeight: height } = video;
  const canvas = document.createElement("canvas"); canvas.width = width; canvas.height = height;
  let bytes = 0, keep = null;
  if (way !== "jpeg") {
    if (typeof VideoEncoder === "undefined") return done({ absent: "no WebCodecs" });
    const config = { codec: way, width, height, bitrate: 4e6, framerate: 5, latencyMode: "realtime" };
    if (!(await VideoEncoder.isConfigSupported(config)).supported) return done({ absent: "not encoded here" });
    const output = (chunk) => { bytes += chunk.byteLength; };
    keep = new VideoEncoder({ output, error: (e) => done({ absent: `${e}` }) });
    keep.configure(config);
  }
  const times = [], sizes = [];
  for (let n = 0; n < pictures; n++) {
    await new Promise((later) => setTimeout(later, 200));
    const began = performance.now();
    bytes = 0;
    if (keep) {
      const frame = new VideoFrame(video);
      keep.encode(frame, { keyFrame: n % 25 === 0 });
      frame.close();
      await keep.flush();
    } else {
      canvas.getContext("2d").drawImage(video, 0, 0, width, height);
      bytes = (await new Promise((made) => canvas.toBlob(made, "image/jpeg", quality))).size;
    }
    times.push(performance.now() - began); sizes.push(bytes);
  }
  for (const track of media.getTracks()) track.stop();
  done({ width, height, times, sizes });
})().catch((error) => done({ absent: `${error}` }));
"""


class _Nothing(BaseHTTPRequestHandler):
    """An empty page: this machine's own address may use the camera without a certificate."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>measuring</title>")

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def recording(seconds: int) -> Iterator[tuple[Image, int]]:
    film = cv2.VideoCapture(str(RECORDING / "game.mp4"))
    every = max(1, round(CAMERA_FPS / (film.get(cv2.CAP_PROP_FPS) or CAMERA_FPS)))
    for _ in range(seconds * CAMERA_FPS // every):
        more, picture = film.read()
        if not more:
            return
        yield np.asarray(picture, np.uint8), every


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=40)
    args = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Nothing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as scratch:
        film = camera_film(Path(scratch, "film.mjpeg"), recording(12))
        with telephone(Path(scratch, "profile"), film) as driver:
            driver.set_script_timeout(10 + args.pictures)
            driver.get(f"http://127.0.0.1:{server.server_port}/")
            for way in WAYS:
                found = driver.execute_async_script(SCRIPT, way, args.pictures, QUALITY)
                if "absent" in found:
                    print(f"{way:14} {found['absent']}", flush=True)
                    continue
                middle, most = np.percentile(found["times"], [50, 95])
                whole, later = found["sizes"][0] / 1000, float(np.median(found["sizes"])) / 1000
                print(
                    f"{way:14} {found['width']} x {found['height']}: median {middle:.0f} ms, p95 {most:.0f} ms;"
                    f" first picture {whole:.0f} kB, median {later:.0f} kB",
                    flush=True,
                )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
