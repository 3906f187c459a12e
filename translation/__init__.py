"""What people read, in their own language: gettext catalogues, one folder a language (docs/translating.md)."""
