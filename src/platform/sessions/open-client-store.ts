import pg from 'pg'
import { minuteMs } from '#src/contract/time.ts'
import { waitFor } from '../engines/wait.ts'
import type { Log } from '../platform.ts'

/**
 * The longest wait for a connection. A database that has just started on a slow disk may need minutes until it accepts
 * connections.
 */
const connectMs = 2 * minuteMs

/** Opens a connection outside of the pool. `name`: the connection's name in PostgreSQL's lists. */
export async function openClient(
  connection: pg.ClientConfig,
  { log, signal, name = 'tapewire' }: { log: Log; signal?: AbortSignal | undefined; name?: string },
): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    application_name: name.slice(0, nameLengthMax),
  })
  // A broken connection fails its statement. Without this listener the error would also end the process.
  client.on('error', () => {})
  try {
    await waitFor({ for: 'a connection to PostgreSQL', limitMs: connectMs, log, signal }, () => client.connect())
    return client
  } catch (cause) {
    client.end().catch(() => {})
    throw cause
  }
}

const nameLengthMax = 63
