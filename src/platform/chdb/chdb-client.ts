import { type ClickHouseClient, createClient } from '@clickhouse/client'
import { Session } from 'chdb'
import { createChdbConnection } from 'chdb/connection'

type Connection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>

/**
 * Settings of the engine. A thread without work pauses for 0.1 s, and each further pause is a half longer. By default a
 * further pause is a tenth longer, with up to 1 s at random. An insert wakes the threads, but a delete may wait for the
 * end of a pause.
 */
const engineSettings = {
  memory_worker_period_ms: 1_000,
  background_processing_pool_thread_sleep_seconds_if_nothing_to_do: 0.1,
  background_processing_pool_task_sleep_seconds_when_no_work_multiplier: 1.5,
  background_processing_pool_task_sleep_seconds_when_no_work_random_part: 0.05,
  // Streaming queries are not used.
  background_streaming_schedule_pool_size: 0,
}

/** Starts the engine that all clients of this process share, with its settings. Dispose it after the clients. */
export function startEngine(path: string): Disposable {
  const connectionArgs = Object.entries(engineSettings).map(([name, value]) => `--${name}=${value}`)
  const session = new Session(path, { connectionArgs })
  return { [Symbol.dispose]: () => session.close() }
}

/** A client of this process's engine. There is one engine, and each client runs one statement at a time. */
export function chdbClient(path: string): ClickHouseClient {
  // chDB's connection implements `@clickhouse/client-common`; `@clickhouse/client` has its own copy of those types.
  const connection = createChdbConnection({ path }) as unknown as Connection
  return createClient({ connection })
}

/**
 * chDB keeps the rows that a statement produced before it failed (at a time limit, for instance) and puts them in
 * front of the client's next result. So statements always run to their end (no abort). After a failure a test
 * statement is repeated until its result comes back clean.
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
