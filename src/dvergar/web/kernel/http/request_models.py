"""What programs send to the interface, field by field."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Strict

Switch = Annotated[bool, Strict()]
"""True or false, and nothing that could be taken for it."""
LONGEST_WAIT: Final = 25.0  # seconds that a program may be kept waiting for news


class RequestBody(BaseModel):
    """What a program sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")
