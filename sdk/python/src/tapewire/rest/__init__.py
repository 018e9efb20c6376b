"""The REST client."""
