"""Who reaches the page: paired devices, the network's addresses, the certificate of the HTTPS door.

May import `files` and `terminal`.
"""
