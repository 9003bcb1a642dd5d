"""The kernel of the web app: what every feature builds on."""
