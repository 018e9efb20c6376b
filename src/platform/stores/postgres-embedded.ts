import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, createReadStream, openSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { minuteMs } from '#src/contract/time.ts'
import type { DataDirLock } from '../data-dir/data-dir-lock.ts'
import { isAlive } from '../data-dir/process-mark.ts'
import { hasCode, readIfThere } from '../data-dir/read-if-there.ts'
import { lostDatabase, startFailure } from '../engines/damaged-files.ts'
import { waitFor } from '../engines/wait.ts'
import type { Log } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { type Launch, launchFor, postgresBinaries, socketDirectory } from './postgres-binaries.ts'

export type EmbeddedPostgres = AsyncDisposable & {
  /** The address for `pg`: a Unix socket in a directory that only this user can enter. */
  connection: { host: string; port: number; user: string; database: string }
  pid(): number | undefined
}

/**
 * The guard process starts the database, waits until its standard input (a pipe from the parent) closes, and then stops
 * the database. The pipe closes whenever the parent dies. A background process reads the pipe, so that the guard also
 * ends when the database does. Guard and database keep descriptor 3 open, which is the lock of the data directory.
 */
const guard = 'exec 4<&0; p=$1; shift; "$p" "$@" 4<&- & q=$!; (cat <&4 >/dev/null; kill -INT $q) 2>/dev/null & wait $q'

/** A PostgreSQL server under `dir`: the first start creates it, a crash restarts it, disposing stops it. */
export async function startEmbeddedPostgres(options: {
  dir: string
  log: Log
  signal?: AbortSignal | undefined
  /**
   * The lock of the data directory. A process that has the lock treats lock files of the database as the remains of a
   * kill.
   */
  lock?: DataDirLock | null
  /** Receives the exit code when the server ended by itself. It is started again. */
  onEnd?: (code: number | null) => void
  /** The number of processes that use the server. */
  processes?: number
  /** Additional `-c name=value` settings. Tests turn the disk flush off with them. */
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const { dir, log, signal, lock = null } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const binaries = await postgresBinaries()
  const launch = await launchFor(dir)
  const data = join(dir, 'data')
  await createCluster(binaries.initdb, launch, dir, data, { signal, lock })
  const host = await socketDirectory(dir, launch)
  // A killed server leaves these files. If another process has the id in them by now, PostgreSQL refuses to start.
  if (lock) for (const path of [join(data, 'postmaster.pid'), join(host, socketLock)]) await rm(path, { force: true })
  const connection = { host, port: Number(options.settings?.port ?? 5432), user: 'tapewire', database: 'postgres' }
  const connections = { max_connections: String((options.processes ?? 2) * connectionsOfProcess) }
  const settings = { ...defaults, ...connections, ...options.settings, unix_socket_directories: host }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const logFile = join(dir, 'postgres.log')
  const run = () => spawnGuarded(launch, [binaries.postgres, ...args], logFile, lock)

  if ((await sizeOf(logFile)) > logBytesMax) await rename(logFile, `${logFile}.old`)
  const logFrom = await sizeOf(logFile)
  let child = run()
  let stopping = false
  const startAgain = async () => {
    await sleep(againMs)
    if (stopping) return
    try {
      child = run()
      watch(child).once('error', notStarted)
    } catch (cause) {
      notStarted(cause)
    }
  }
  const notStarted = (cause: unknown) => {
    log.error('the embedded PostgreSQL could not be started; trying again', { cause })
    void startAgain()
  }
  const watch = (started: ChildProcess) =>
    started.once('exit', (code) => {
      started.stdin?.destroy()
      if (stopping) return
      log.error('the embedded PostgreSQL stopped by itself; starting it again', { code })
      options.onEnd?.(code)
      void startAgain()
    })
  try {
    const wait = { for: `the embedded PostgreSQL in ${dir}`, limitMs: readyMsMax, log, signal }
    const files = { data, logFile, logFrom }
    await waitFor(wait, (ended) => untilReady(connection, child, files, ended))
  } catch (error) {
    await stop(child)
    throw error
  }
  watch(child)
  return {
    connection,
    pid: () => postmasterPidSync(data),
    async [Symbol.asyncDispose]() {
      stopping = true
      await stop(child)
      // The folder stays if a failed start has left files in it.
      await rmdir(host).catch(() => undefined)
    },
  }
}

/** A longer log is put aside at the start. */
const logBytesMax = 64 * 1024 * 1024
const againMs = 500

const socketLock = '.s.PGSQL.5432.lock'

/** After a crash a large database on a slow disk needs minutes to become consistent. */
const readyMsMax = 10 * minuteMs

/** The pool and the sessions of a process, and the connections of the operator's commands. */
const connectionsOfProcess = 30

const defaults: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // Errors are logged tersely, because their details contain values of a row.
  log_error_verbosity: 'terse',
  idle_in_transaction_session_timeout: '60s',
}

/** Creates the database in a folder that is renamed at the end, so that an interruption leaves no partial database. */
async function createCluster(
  initdb: string,
  launch: Launch,
  dir: string,
  data: string,
  { signal, lock }: { signal: AbortSignal | undefined; lock: DataDirLock | null },
): Promise<void> {
  const version = await readIfThere(join(data, 'PG_VERSION'))
  if (version !== null) return assertVersion(version.trim(), dir)
  const fresh = join(dir, 'new')
  await rm(fresh, { recursive: true, force: true })
  signal?.throwIfAborted()
  const args = ['-D', fresh, '-U', 'tapewire', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin']
  const child = spawn(launch.command, [...launch.args, initdb, ...args, '--builtin-locale=C.UTF-8', '--locale=C'], {
    ...launch.as,
    stdio: ['ignore', 'ignore', 'pipe', lock?.fd ?? 'ignore'],
  })
  const interrupt = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', interrupt)
  let complaint = ''
  child.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  const [code] = await once(child, 'exit')
  signal?.removeEventListener('abort', interrupt)
  signal?.throwIfAborted()
  if (code !== 0) throw new SettingsError(`PostgreSQL could not create its files in ${dir}: ${complaint.trim()}`)
  await rename(fresh, data).catch((cause: unknown) => {
    throw hasCode(cause, 'ENOTEMPTY') ? lostDatabase(data) : cause
  })
}

function assertVersion(version: string, dir: string): void {
  if (version === '18') return
  throw new SettingsError(
    `${dir} holds a PostgreSQL ${version} database; this version of Tapewire runs PostgreSQL 18. Use the Tapewire that made it, or another DATA_DIR.`,
  )
}

function spawnGuarded(launch: Launch, command: string[], logFile: string, lock: DataDirLock | null): ChildProcess {
  const output = openSync(logFile, 'a', 0o600)
  try {
    return spawn(launch.command, [...launch.args, '/bin/sh', '-c', guard, 'tapewire-postgres', ...command], {
      ...launch.as,
      detached: true,
      stdio: ['pipe', output, output, lock?.fd ?? 'ignore'],
    })
  } finally {
    closeSync(output)
  }
}

/**
 * Stops the database of a killed owner, even if its guard was killed. Call it only for a locked folder: otherwise the
 * process with the id in `postmaster.pid` may be the database of another folder.
 */
export async function endOrphanedPostgres(dir: string): Promise<void> {
  const data = join(dir, 'data')
  const pid = postmasterPidSync(data)
  if (pid === undefined || !isAlive(pid) || !commandOf(pid).includes(data)) return
  for (const [stopSignal, waitMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    process.kill(pid, stopSignal)
    for (let waited = 0; waited < waitMs; waited += 20) {
      if (!isAlive(pid)) return
      await sleep(20)
    }
  }
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    // Small containers have no `ps`. `ps` fails, too, when the process has ended.
    return readProcCommand(pid)
  }
}

function readProcCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The process has ended, or the system has no /proc. In both cases it does not count as ours.
    return ''
  }
}

function postmasterPidSync(data: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    // The file does not exist, so no process was left behind.
    return undefined
  }
}

async function untilReady(
  connection: EmbeddedPostgres['connection'],
  child: ChildProcess,
  { data, logFile, logFrom }: { data: string; logFile: string; logFrom: number },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if (child.exitCode !== null || child.signalCode !== null) {
      const said = await text(createReadStream(logFile, { start: logFrom }))
      throw startFailure(said, { data, logFile })
    }
    if (await answers(connection)) return
    await sleep(20)
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

async function answers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // The database is not ready yet; the caller retries until its deadline.
    return false
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.stdin?.destroy()
  await gone
}
