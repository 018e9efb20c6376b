import { mkdir, mkdtemp, rename, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import { startEmbeddedPostgres } from './postgres-embedded.ts'

test('the embedded database starts although its log file is too long for a string, and starts again after a failed start', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tapewire-postgres-'))
  const logFile = join(dir, 'postgres.log')
  await writeFile(logFile, '')
  // Longer than the longest string.
  await truncate(logFile, 600 * 1024 * 1024)
  let refused = Promise.withResolvers<void>()
  const error = (message: string) => message.includes('could not be started') && refused.resolve()
  await using server = await startEmbeddedPostgres({ dir, log: { ...silentLog, error }, settings: { fsync: 'off' } })
  expect((await stat(`${logFile}.old`)).size).toBe(600 * 1024 * 1024)

  // A folder in place of the log prevents the next start.
  await rename(logFile, `${logFile}.away`)
  await mkdir(logFile)
  process.kill(server.pid() ?? 0, 'SIGQUIT')
  await refused.promise
  await rmdir(logFile)
  const answers = async () => {
    const client = new pg.Client({ ...server.connection, connectionTimeoutMillis: 1_000 })
    client.on('error', () => {})
    await client.connect()
    await client.end()
    return true
  }
  await expect.poll(() => answers().catch(() => false)).toBe(true)

  // Root starts the database by a program that is searched in PATH.
  if (process.getuid?.() === 0) {
    refused = Promise.withResolvers()
    vi.stubEnv('PATH', '/nonexistent')
    process.kill(server.pid() ?? 0, 'SIGQUIT')
    await refused.promise
    vi.unstubAllEnvs()
    await expect.poll(() => answers().catch(() => false)).toBe(true)
  }
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})
