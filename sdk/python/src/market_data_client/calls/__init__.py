# Written by npm run sdk from the contract; do not edit.
"""The calls of the gateway."""
