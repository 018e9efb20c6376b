"""The live stream of the client."""
