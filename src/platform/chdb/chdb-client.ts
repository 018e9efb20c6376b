import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/** Writes `body` into a file while `work` runs with its path. */
export type Spool = (body: string | Buffer, work: (file: string) => Promise<unknown>) => Promise<void>

/** A client of the engine in this process. A process has one engine, and each client one statement at a time. */
export function chdbClient(path: string): ClickHouseClient {
  // chDB declares the contract of `@clickhouse/client-common`, the same one that `@clickhouse/client` carries a copy of.
  const connection = createChdbConnection({ path }) as unknown as Connection
  return createClient({ connection })
}

/** The engine reads a file five times as fast as rows that are handed over with the statement. */
export async function openSpool(folder: string): Promise<Spool> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let count = 0
  return async (body, work) => {
    count += 1
    const file = join(folder, String(count))
    try {
      await writeFile(file, body)
      await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }
}

/**
 * chDB keeps the rows that a statement had made before it failed (a time limit, for instance) and puts them in front of the
 * next answer of that client. So the engine always runs to its end (no abort), and after a failure the client is rinsed
 * until a known answer comes back alone.
 */
export async function rinsed<T>(client: ClickHouseClient, work: (client: ClickHouseClient) => Promise<T>): Promise<T> {
  try {
    return await work(client)
  } catch (error) {
    await rinse(client)
    throw error
  }
}

async function rinse(client: ClickHouseClient): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    const { stream } = await client.exec({ query: "SELECT 'clean' FORMAT TabSeparated" })
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part)
    if (Buffer.concat(parts).toString() === 'clean\n') return
  }
  throw new Error('the embedded ClickHouse keeps answering with the rows of a failed query')
}
