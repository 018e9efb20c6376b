"""The REST half of the client."""
