"""A club's evening: tables publish to an MQTT broker, a wall shows them all."""
