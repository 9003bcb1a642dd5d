"""Where bots think: processes, queue, memory."""
