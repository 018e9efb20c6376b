import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'
import { duckdbModule } from './fetched.ts'

type ReadBars = (instrument: number, to: number, limit: number) => Promise<unknown[]>
type BarStore = AsyncDisposable & { read: ReadBars }

/** `minutes`: stored minutes of each of `instruments`, from `begin` in ms. All stores hold the same values. */
export type Bars = { instruments: number; minutes: number; begin: number }

const columns = 'time, open, high, low, close, volume, turnover'
/** SQL of the seven columns for the minute `n`, which both DuckDB and PostgreSQL accept. */
const values = (begin: number) => `${begin} + n * 60000 AS time, 100 + (n % 97) / 100.0 AS open,
  101 + (n % 89) / 100.0 AS high, 99 + (n % 83) / 100.0 AS low, 100 + (n % 79) / 100.0 AS close,
  (n % 1000)::double precision AS volume, 0::double precision AS turnover`

/** The bars in one Parquet file, sorted as the queries read them. Null if DuckDB was not fetched. */
export async function duckdbBars({ instruments, minutes, begin }: Bars): Promise<BarStore | null> {
  const duckdb = duckdbModule()
  if (!duckdb) return null
  const file = join(tmpdir(), `tapewire-peer-${process.pid}.parquet`)
  const connection = await duckdb.DuckDBConnection.create()
  await connection.run(`COPY (SELECT i AS instrument, ${values(begin)} FROM range(1, ${instruments + 1}) a(i),
    range(${minutes}) b(n) ORDER BY i, n) TO '${file}' (FORMAT parquet)`)
  const statement = await connection.prepare(
    `SELECT ${columns} FROM '${file}' WHERE instrument = $1 AND time <= $2 ORDER BY time DESC LIMIT $3`,
  )
  return {
    async read(instrument, to, limit) {
      statement.bindInteger(1, instrument)
      statement.bindBigInt(2, BigInt(to))
      statement.bindInteger(3, limit)
      return (await statement.runAndReadAll()).getRows()
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync()
      rmSync(file, { force: true })
    },
  }
}

/** The bars in a table of PostgreSQL whose primary key is instrument and time. */
export async function postgresBars(
  { postgres: { db } }: Platform,
  { instruments, minutes, begin }: Bars,
): Promise<BarStore> {
  await sql`create unlogged table peer_bars (instrument int, time bigint, open float8, high float8, low float8,
    close float8, volume float8, turnover float8, primary key (instrument, time))`.execute(db)
  await sql
    .raw(`insert into peer_bars select i, ${values(begin)} from generate_series(1, ${instruments}) i,
      generate_series(0::bigint, ${minutes - 1}) n order by i, n`)
    .execute(db)
  await sql`vacuum analyze peer_bars`.execute(db)
  return {
    read: async (instrument, to, limit) =>
      (
        await sql`select ${sql.raw(columns)} from peer_bars where instrument = ${instrument} and time <= ${to}
          order by time desc limit ${limit}`.execute(db)
      ).rows,
    [Symbol.asyncDispose]: async () => void (await sql`drop table peer_bars`.execute(db)),
  }
}
