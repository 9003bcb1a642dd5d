"""The commands of whoever runs a server: its tables, copies of its data, drain and bar."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from dvergar.cli.arguments import AsJson, Data, Database, typed_database

if TYPE_CHECKING:
    from dvergar.web.settings import Settings

commands: Final = typer.Typer()
tables: Final = typer.Typer(help="help.tables")

TableId = Annotated[str, typer.Argument(metavar="TABLE", help="help.table", show_default=False)]


@tables.command("list", help="help.tables_list")
def list_tables(data: Data = None, database: Database = None, json: AsJson = False) -> None:
    """Lists tables."""
    from dvergar.cli import tables as command

    command.list_tables(_settings(data, database), json)


@tables.command("show", help="help.tables_show")
def show_table(
    table: TableId, data: Data = None, database: Database = None, json: AsJson = False
) -> None:
    """Shows what is stored of a table."""
    from dvergar.cli import tables as command

    command.show(_settings(data, database), table, json)


@tables.command("export", help="help.tables_export")
def export_table(
    table: TableId,
    data: Data = None,
    database: Database = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.out_file")] = None,
    events: Annotated[bool, typer.Option("--events", help="help.events")] = False,
) -> None:
    """Writes the record of a table."""
    from dvergar.cli import tables as command

    command.export(_settings(data, database), table, out, events)


@tables.command("delete", help="help.tables_delete")
def delete_tables(
    table: Annotated[
        list[str], typer.Argument(metavar="TABLE...", help="help.table", show_default=False)
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Deletes tables."""
    from dvergar.cli import tables as command

    raise typer.Exit(command.delete(_settings(data, database), table))


@tables.command("prune", help="help.tables_prune")
def prune_tables(
    days: Annotated[float, typer.Option("--days", metavar="N", min=0, help="help.days")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Deletes tables that nobody touches any more."""
    from dvergar.cli import tables as command

    command.prune(_settings(data, database), days)


@tables.command("close", help="help.tables_close")
def close_table(table: TableId, data: Data = None, database: Database = None) -> None:
    """Closes a table."""
    from dvergar.cli import tables as command

    command.close(_settings(data, database), table)


@tables.command("reports", help="help.tables_reports")
def list_reports(data: Data = None, json: AsJson = False) -> None:
    """Lists what people have reported."""
    from dvergar.cli import tables as command

    command.list_reports(_settings(data, None), json)


@commands.command(help="help.backup")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Copies the database."""
    from dvergar.cli import hosting as command

    command.backup(_settings(data, database), file)


@commands.command(help="help.restore")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.copy", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Brings a copy of the database back."""
    from dvergar.cli import hosting as command

    command.restore(_settings(data, database), file)


@commands.command(help="help.drain")
def drain(
    data: Data = None,
    database: Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.drain_off")] = False,
) -> None:
    """Prepares a restart."""
    from dvergar.cli import hosting as command

    command.drain(_settings(data, database), off)


@commands.command(help="help.bar")
def bar(
    address: Annotated[
        str, typer.Argument(metavar="[ADDRESS]", help="help.address", show_default=False)
    ] = "",
    data: Data = None,
    database: Database = None,
    off: Annotated[bool, typer.Option("--off", help="help.bar_off")] = False,
) -> None:
    """Keeps an address out."""
    from dvergar.cli import hosting as command

    command.bar(_settings(data, database), address, off)


def _settings(data: Path | None, database: str | None) -> Settings:
    """What a server there would be set to."""
    from dvergar.cli.serve import read_settings

    return read_settings(data, typed_database(database))
