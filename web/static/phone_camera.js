// The telephone's camera: opened, held still once the book is found, and its torch and zoom where the browser has them.

const WANTED = {
  facingMode: { ideal: "environment" },
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 30 },
};

export class PhoneCamera {
  // onGone: called when the system takes the camera away; onBack: when it gives it back
  constructor(video, { onGone, onBack }) {
    this.video = video;
    this.onGone = onGone;
    this.onBack = onBack;
    this.track = null;
    this.held = false;
  }

  get runs() {
    return this.track !== null && this.track.readyState === "live" && !this.track.muted;
  }

  // throws a DOMException where there is no camera or no leave to use it
  async open() {
    this.close();
    const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
    [this.track] = stream.getVideoTracks();
    this.held = false;
    this.track.addEventListener("ended", this.onGone);
    this.track.addEventListener("mute", this.onGone);
    this.track.addEventListener("unmute", this.onBack);
    this.video.srcObject = stream;
    await this.video.play();
  }

  close() {
    if (this.track) this.track.stop();
    this.track = null;
  }

  get abilities() {
    return this.track?.getCapabilities ? this.track.getCapabilities() : {};
  }

  get settings() {
    return this.track ? this.track.getSettings() : {};
  }

  async set(constraint) {
    try {
      await this.track.applyConstraints({ advanced: [constraint] });
      return true;
    } catch {
      return false; // a driver that has it and yet refuses
    }
  }

  // focus and exposure stay as they are now, or follow the scene again
  async hold(wanted) {
    if (wanted === this.held || !this.track) return;
    this.held = wanted;
    const { focusMode = [], exposureMode = [], whiteBalanceMode = [] } = this.abilities;
    const now = this.settings;
    const modes = { focusMode, exposureMode, whiteBalanceMode };
    const values = { focusMode: "focusDistance", exposureMode: "exposureTime", whiteBalanceMode: "colorTemperature" };
    for (const [name, offered] of Object.entries(modes)) {
      const mode = wanted ? "manual" : "continuous";
      if (!offered.includes(mode)) continue;
      const value = values[name];
      await this.set(wanted && value in now ? { [name]: mode, [value]: now[value] } : { [name]: mode });
    }
  }
}
