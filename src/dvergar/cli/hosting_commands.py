"""The commands of whoever runs a server: its tables, copies of its data, drain and bar."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from dvergar.cli.arguments import AsJson, Data

commands: Final = typer.Typer()
tables: Final = typer.Typer(help="help.tables")

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="help.table", show_default=False)]


@tables.command("list", help="help.tables_list")
def list_tables(data: Data = None, json: AsJson = False) -> None:
    """Lists tables."""
    from dvergar.cli import tables as command

    command.list_tables(data, json)


@tables.command("show", help="help.tables_show")
def show_table(table: TableId, data: Data = None, json: AsJson = False) -> None:
    """Shows what is stored of a table."""
    from dvergar.cli import tables as command

    command.show(data, table, json)


@tables.command("export", help="help.tables_export")
def export_table(
    table: TableId,
    data: Data = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.out_file")] = None,
    events: Annotated[bool, typer.Option("--events", help="help.events")] = False,
) -> None:
    """Writes the record of a table."""
    from dvergar.cli import tables as command

    command.export(data, table, out, events)


@tables.command("delete", help="help.tables_delete")
def delete_tables(
    table: Annotated[
        list[str], typer.Argument(metavar="TABLE...", help="help.table", show_default=False)
    ],
    data: Data = None,
) -> None:
    """Deletes tables."""
    from dvergar.cli import tables as command

    command.delete(data, table)


@tables.command("prune", help="help.tables_prune")
def prune_tables(
    days: Annotated[float, typer.Option("--days", metavar="N", min=0, help="help.days")],
    data: Data = None,
) -> None:
    """Deletes tables that nobody touches any more."""
    from dvergar.cli import tables as command

    command.prune(data, days)


@tables.command("close", help="help.tables_close")
def close_table(table: TableId, data: Data = None) -> None:
    """Closes a table."""
    from dvergar.cli import tables as command

    command.close(data, table)


@commands.command(help="help.backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
) -> None:
    """Copies the database."""
    from dvergar.cli import hosting as command

    command.backup(data, file)


@commands.command(help="help.restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
) -> None:
    """Brings a copy of the database back."""
    from dvergar.cli import hosting as command

    command.restore(data, file)


@commands.command(help="help.drain")
def drain(
    data: Data = None,
    off: Annotated[bool, typer.Option("--off", help="help.drain_off")] = False,
) -> None:
    """Prepares a restart."""
    from dvergar.cli import hosting as command

    command.drain(data, off)


@commands.command(help="help.bar")
def bar(
    address: Annotated[
        str, typer.Argument(metavar="[ADDRESS]", help="help.address", show_default=False)
    ] = "",
    data: Data = None,
    off: Annotated[bool, typer.Option("--off", help="help.bar_off")] = False,
) -> None:
    """Keeps an address out."""
    from dvergar.cli import hosting as command

    command.bar(data, address, off)
