"""Where frames come from: webcam, network stream, file, folder of pictures."""
