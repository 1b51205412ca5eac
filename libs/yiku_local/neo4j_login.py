"""Replace Neo4j's factory password; reads {"port", "password"} as JSON from standard input.

Idempotent: a password that is already in force is left alone.
"""

import json
import sys

from neo4j import GraphDatabase
from neo4j.exceptions import AuthError

USER = "neo4j"
FACTORY_PASSWORD = "neo4j"  # noqa: S105  documented default, valid until this module has run
CHANGE = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"


def change_password(uri: str, new: str) -> None:
    """Raises neo4j.exceptions.AuthError when neither the new nor the factory password works."""
    if _works(uri, new):
        return
    with GraphDatabase.driver(uri, auth=(USER, FACTORY_PASSWORD)) as driver:
        driver.execute_query(CHANGE, old=FACTORY_PASSWORD, new=new, database_="system")


def _works(uri: str, password: str) -> bool:
    with GraphDatabase.driver(uri, auth=(USER, password)) as driver:
        try:
            driver.verify_connectivity()
        except AuthError:
            return False
    return True


def main() -> int:
    """Entry point."""
    options = json.load(sys.stdin)
    change_password(f"bolt://127.0.0.1:{options['port']}", options["password"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
