"""Operations: log, metrics, process, state set by the administrator."""
