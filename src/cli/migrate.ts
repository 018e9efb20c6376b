import { sql } from 'kysely'
import type { Command } from '#src/platform/control.ts'

/** Opening the stores has migrated them already, so this only prints their state. */
export const migrate: Command = {
  name: 'migrate',
  usage: 'migrate',
  summary: 'Bring the tables of both stores up to date (every start does the same)',
  async run(ctx, _args, io) {
    const { rows } = await sql<{ name: string }>`select name from migrations order by name desc limit 1`.execute(
      ctx.postgres.db,
    )
    const [last] = await ctx.clickhouse.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY name DESC LIMIT 1',
    )
    io.print(`PostgreSQL is at ${rows[0]?.name ?? 'nothing'}, ClickHouse at ${last?.name ?? 'nothing'}: up to date.`)
  },
}
