"""Telling people outside of the page that it is their turn: mails, and calls to an address."""
