import { once } from 'node:events'
import { type Duplex, Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The parts of a `pg` connection that COPY needs. */
type Wire = {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const blockBytes = 64 * 1024

/** The rows of `COPY … TO STDOUT`, in blocks. The server waits for a slow reader. */
export function copyOut(client: pg.ClientBase, statement: string): Readable {
  let wire: Wire | null = null
  let block = Buffer.allocUnsafe(blockBytes)
  let filled = 0
  const readable = new Readable({
    read: () => void wire?.stream.resume(),
    destroy(error, done) {
      wire?.stream.resume()
      done(error)
    },
  })
  const give = (bytes: Uint8Array) => {
    if (!readable.destroyed && !readable.push(bytes)) wire?.stream.pause()
  }
  const flush = () => {
    if (filled > 0) give(block.subarray(0, filled))
    block = Buffer.allocUnsafe(blockBytes)
    filled = 0
  }
  client.query({
    submit(connection) {
      wire = connection as unknown as Wire
      wire.query(statement)
    },
    // Each message is a row. The connection reuses its buffer, so the bytes are copied.
    handleCopyData({ chunk }: { chunk: Buffer }) {
      if (filled + chunk.length > blockBytes) flush()
      if (chunk.length > blockBytes) give(Buffer.from(chunk))
      else filled += chunk.copy(block, filled)
    },
    handleCommandComplete: flush,
    handleReadyForQuery: () => void readable.push(null),
    handleError: (error: Error) => void readable.destroy(error),
  } as pg.Submittable)
  return readable
}

/**
 * A stream of rows for `COPY … FROM STDIN`. `rows()`: the number of rows that the server accepted, known at the end.
 */
export function copyIn(client: pg.ClientBase, statement: string): Writable & { rows(): number } {
  let wire: Wire | null = null
  let rows = 0
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  // A failure of these promises also destroys the stream, which reports it. Here it must not count as unhandled.
  ended.promise.catch(() => {})
  ready.promise.catch(() => {})
  const writable = new Writable({
    construct: (done) => void ready.promise.then(() => done(), done),
    write(chunk: Buffer, _encoding, done) {
      wire?.sendCopyFromChunk(chunk)
      if (wire?.stream.writableNeedDrain) once(wire.stream, 'drain').then(() => done(), done)
      else done()
    },
    final(done) {
      wire?.endCopyFrom()
      ended.promise.then(() => done(), done)
    },
    destroy(error, done) {
      if (error && wire && !wire.stream.destroyed) wire.sendCopyFail('the file could not be read')
      done(error)
    },
  })
  client.query({
    submit(connection) {
      wire = connection as unknown as Wire
      wire.query(statement)
    },
    handleCopyInResponse: () => ready.resolve(),
    handleCommandComplete({ text }: { text: string }) {
      rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
    },
    handleReadyForQuery: () => ended.resolve(),
    handleError(error: Error) {
      ready.reject(error)
      ended.reject(error)
      writable.destroy(error)
    },
  } as pg.Submittable)
  return Object.assign(writable, { rows: () => rows })
}
