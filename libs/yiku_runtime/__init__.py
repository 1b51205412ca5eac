"""Settings, logs, traces, metrics, tokens, deadlines and the gRPC server that every service stands on.

A service is read top-down; `services/yiku_memory` is the example.

`__main__.py` names what the process cannot do without:

    if __name__ == "__main__":
        run_process(run, ("postgres_dsn", "redis_url"))        # yiku_runtime.process

`bootstrap.py` builds everything by hand, opens what has to be opened, and serves:

    async def run(settings: Settings) -> None:
        with observed("memory", settings) as instruments:      # yiku_runtime.wiring
            database = Database(settings.postgres_dsn.get_secret_value())
            server = GrpcServer(
                (Service(DESCRIPTOR.services_by_name["MemoryService"], MemoryServicer(...)),),
                server_options(settings, settings.memory_port, looks_like),
                token_verifier(settings),
                instruments,
                ready,                                         # async () -> bool, asked every 2 s
            )
            await database.open()
            try:
                await server.run()                             # until SIGTERM, then a graceful stop
            finally:
                await database.close()

`servicer.py` translates and raises `YikuError`s; by then the request is parsed and valid, the caller
known and allowed:

    async def Get(self, request: GetRequest, _context: object) -> GetResponse:
        scope = Scope(current_caller().tenant_id, UserId(request.user_id))  # yiku_runtime.call

Everything around it is one wrapper (`handler.py`). A batch method names its repeated field,
`Service(..., item_fields={"Ingest": "items"})`; then what is wrong with one item does not fail the
call but stands in `item_violations()` under the item's index.
"""
