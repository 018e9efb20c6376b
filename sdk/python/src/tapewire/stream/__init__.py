"""The stream client."""
