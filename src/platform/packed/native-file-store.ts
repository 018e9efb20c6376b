import { chmod } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { ClickHouseClient } from '@clickhouse/client'
import { pack, unpacked } from './packed-file.ts'

/* Files of ClickHouse rows in its Native format, packed with zstd. A local engine reads and writes them itself. */

export type RowsOf = { table: string; columns: readonly string[] }

const oneThread = 'SETTINGS max_threads = 1, max_insert_threads = 1'
/** A load may use all threads. Each file becomes a few large parts, which need fewer merges. */
const allThreads = `SETTINGS max_insert_threads = ${availableParallelism()}, min_insert_block_size_rows = 2000000, min_insert_block_size_bytes = 1000000000`

/** Saves rows in a new file; without rows there may be no file. `select`: a statement without SETTINGS and FORMAT. */
export async function saveHere(client: ClickHouseClient, select: string, path: string): Promise<void> {
  await client.command({ query: `INSERT INTO FUNCTION file(${quoted(path)}, 'Native')\n${select}\n${oneThread}` })
  await chmod(path, 0o600).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
  })
}

export async function loadHere(client: ClickHouseClient, { table, columns }: RowsOf, path: string): Promise<void> {
  const names = columns.join(', ')
  await client.command({
    query: `INSERT INTO ${table} (${names}) SELECT ${names} FROM file(${quoted(path)}, 'Native')\n${allThreads}`,
  })
}

export async function saveThere(
  client: ClickHouseClient,
  select: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { stream } = await client.exec({
    query: `${select}\nSETTINGS max_threads = 1\nFORMAT Native`,
    ...(signal && { abort_signal: signal }),
  })
  await pack(stream, path)
}

export async function loadThere(
  client: ClickHouseClient,
  { table, columns }: RowsOf,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  // Deduplication is off, because a restore that was interrupted may have inserted the same rows before its tables were
  // emptied.
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) SETTINGS insert_deduplicate = 0 FORMAT Native`,
    values: unpacked(path),
    ...(signal && { abort_signal: signal }),
  })
  stream.resume()
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`
}
