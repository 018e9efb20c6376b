import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { storeFailure } from '../engines/store-failure.ts'
import type { Log, Platform } from '../platform.ts'
import { SettingsError } from '../settings.ts'
import { listenPrivately, privateSocketPath } from './private-socket.ts'

/** `signal`: aborted when the operator disconnects. */
export type CommandIo = {
  cwd: string
  signal: AbortSignal
  print(line: string): void
  /** Prints a progress line, which the next call replaces on a terminal. */
  progress(line: string): void
  /** Waits for a slow reader, so that many lines do not wait in memory. Throws once the operator has disconnected. */
  untilRead?: () => Promise<void>
  /** With `--json`: prints a fact as one line of JSON. */
  json?: (fact: object) => void
}

/**
 * An operator's command. It runs in the running product, or in the command line's process if the product is not
 * running.
 */
export type Command = {
  name: string
  usage: string
  summary: string
  /**
   * If absent, the command is refused without an installation and writes nothing. `create`: the command creates the
   * installation. A function: without an installation, it runs instead of the command.
   */
  withoutInstallation?: 'create' | ((args: readonly string[], io: CommandIo) => Promise<void>)
  /** Runs the command. A thrown `SettingsError` or refusal ends the command, and its message is printed. */
  run(ctx: Platform, args: readonly string[], io: CommandIo): Promise<void>
}

type Request = { command: string; args: string[]; cwd: string }
type Reply = { print: string } | { progress: string } | { failed: string } | { done: true }

export function controlPath(dataDir: string): string {
  return privateSocketPath(dataDir, 'control')
}

/** Lets the operator's commands run inside this process. Only the owner of the data directory can connect. */
export async function openControl(
  ctx: Platform,
  options: { commands: readonly Command[]; log: Log },
): Promise<AsyncDisposable> {
  const path = controlPath(ctx.settings.dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void serve(ctx, options.commands, socket)
  })
  await listenPrivately(server, path)
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(path, { force: true })
    },
  }
}

async function serve(ctx: Platform, commands: readonly Command[], socket: Socket): Promise<void> {
  const reply = (message: Reply) => socket.write(`${JSON.stringify(message)}\n`)
  const abort = new AbortController()
  for (const end of ['error', 'close']) socket.on(end, () => abort.abort())
  try {
    const line = await firstLine(socket)
    const request: Request = JSON.parse(line)
    const command = commands.find(({ name }) => name === request.command)
    if (!command)
      throw new SettingsError(`The running product does not know "${request.command}". Is it an older version?`)
    await command.run(ctx, request.args, {
      cwd: request.cwd,
      signal: abort.signal,
      print: (text) => reply({ print: text }),
      progress: (text) => reply({ progress: text }),
      async untilRead() {
        abort.signal.throwIfAborted()
        if (socket.writableNeedDrain) await once(socket, 'drain', { signal: abort.signal })
      },
    })
    reply({ done: true })
  } catch (error) {
    if (!abort.signal.aborted) reply({ failed: commandFailure(ctx.log, error) })
  }
  socket.end()
}

/** The failure of a command as a sentence for the operator. Unexpected errors are also logged. */
export function commandFailure(log: Log, error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'SettingsError' || error.name === 'Refusal') return error.message
  log.error('a command failed', { cause: error })
  if (storeFailure(error)?.error !== 'server_busy') return error.message
  return `A store failed (${error.message}). Try again, or run the command doctor, which names the store.`
}

function firstLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: socket })
    lines.once('line', resolve)
    // A killed command resets its connection. Without this listener the error would end the process.
    lines.on('error', reject)
    lines.once('close', () => reject(new Error('no request arrived')))
  })
}

/** Sends a command to the running product. Null if no product runs in this data directory. */
export async function sendCommand(dataDir: string, request: Request, io: CommandIo): Promise<'done' | null> {
  const socket = createConnection(controlPath(dataDir))
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!connected) return null
  io.signal.addEventListener('abort', () => socket.destroy(), { once: true })
  socket.write(`${JSON.stringify(request)}\n`)
  for await (const line of createInterface({ input: socket })) {
    const message: Reply = JSON.parse(line)
    if ('print' in message) io.print(message.print)
    else if ('progress' in message) io.progress(message.progress)
    else if ('failed' in message) throw new SettingsError(message.failed)
    else return 'done'
  }
  throw new SettingsError('The product stopped before the command was done.')
}
