"""Whatever is killed, wherever: `python -m lab.campaigns.kill CAMPAIGN`, with one module each beside one harness."""
