"""One module for each protocol of LED controllers; each registers itself (`firmware_bridge.protocol.register`)."""
