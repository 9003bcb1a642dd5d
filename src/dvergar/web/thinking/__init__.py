"""Where bots think: their processes, their memory, a fair queue, and the engine they run on."""
