import type { Command } from '#src/platform/server/control.ts'
import { lastMigrations } from '#src/platform/stores/versions.ts'

/** Prints the state of the stores. Opening the stores has already migrated them. */
export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the tables of both stores up to date (every start does the same)',
  withoutInstallation: 'create',
  async run(ctx, _args, io) {
    const last = await lastMigrations(ctx.postgres.db, ctx.clickhouse)
    io.print(
      `PostgreSQL is at ${last.postgres ?? 'nothing'}, ClickHouse at ${last.clickhouse ?? 'nothing'}: up to date.`,
    )
  },
}
