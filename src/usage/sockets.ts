import { z } from 'zod'
import type { OpenSocket } from '#src/contract/account/usage.ts'
import { refuse } from '#src/contract/errors.ts'
import { keysOfAccount } from '#src/keys/keys.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import * as store from './socket-store.ts'

const channel = 'socket_close'
const writes = { everyMs: 1_000, failed: 'open sockets could not be written down; tried again' }
const beatMs = 5_000
const rowsAtOnce = 500

/**
 * An open socket of a gateway. `version` increases when the result of `facts` changes, and only changed sockets are
 * written.
 */
export type LiveSocket = {
  id: string
  version: number
  keyId: string
  accountId: string
  facts(): store.SocketFacts
}

export type SocketSource = { live(): Iterable<LiveSocket>; close(id: string): void }

/**
 * Records a gateway's sockets each second, for the lists of all processes. Closes a socket when its owner disconnects
 * it.
 */
export async function openSocketBook(ctx: Platform, source: SocketSource): Promise<AsyncDisposable> {
  const book = new SocketBook(ctx, source)
  const close = (payload: unknown) => {
    const parsed = z.object({ id: z.string() }).safeParse(payload)
    if (parsed.success) source.close(parsed.data.id)
  }
  // If a notification is lost, the socket stays in the owner's list, where the owner can disconnect it again.
  const listener = await ctx.postgres.listen(channel, close, () => {})
  const writing = every(ctx, writes, () => book.write())
  return {
    async [Symbol.asyncDispose]() {
      await writing[Symbol.asyncDispose]()
      await listener[Symbol.asyncDispose]()
      await book.close().catch((cause: unknown) => ctx.log.warn('the book of sockets could not be closed', { cause }))
    },
  }
}

class SocketBook {
  readonly #ctx: Platform
  readonly #source: SocketSource
  readonly #id: string
  readonly #written = new Map<string, number>()
  #beatAt = Number.NEGATIVE_INFINITY

  constructor(ctx: Platform, source: SocketSource) {
    this.#ctx = ctx
    this.#source = source
    this.#id = ctx.random.uuid()
  }

  async write(): Promise<void> {
    const { clock } = this.#ctx
    const { db } = this.#ctx.postgres
    const elapsed = clock.elapsed()
    const live = [...this.#source.live()]
    if (live.length + this.#written.size > 0 && elapsed - this.#beatAt >= beatMs) {
      // Another gateway deletes a book that was not touched for long, and a crash of the database empties the tables.
      if (await store.touchBook(db, this.#id, clock.now())) this.#written.clear()
      this.#beatAt = elapsed
    }
    const gone = new Set(this.#written.keys())
    const changed: LiveSocket[] = []
    for (const socket of live) {
      gone.delete(socket.id)
      if (this.#written.get(socket.id) !== socket.version) changed.push(socket)
    }
    if (gone.size > 0) await store.removeSockets(db, [...gone])
    for (const id of gone) this.#written.delete(id)
    for (let at = 0; at < changed.length; at += rowsAtOnce) {
      const part = changed.slice(at, at + rowsAtOnce).map((socket) => ({ socket, version: socket.version }))
      const rows = part.map(({ socket: { id, keyId, accountId, facts } }) => ({ id, keyId, accountId, facts: facts() }))
      await store.writeSockets(db, this.#id, rows)
      for (const { socket, version } of part) this.#written.set(socket.id, version)
    }
  }

  async close(): Promise<void> {
    await store.closeBook(this.#ctx.postgres.db, this.#id)
  }
}

export async function openSockets(
  ctx: Platform,
  actor: AccountActor,
  input: { key?: string | undefined },
  keys = keysOfAccount(ctx, actor.accountId),
): Promise<OpenSocket[]> {
  if (input.key !== undefined && !(await keys).some(({ id }) => id === input.key)) throw refuse('not_found')
  const sockets = await socketsOfAccount(ctx, actor.accountId)
  return sockets.filter(({ keyId }) => input.key === undefined || keyId === input.key)
}

/** Every open socket of an account, oldest first. */
export async function socketsOfAccount(ctx: Platform, accountId: string): Promise<OpenSocket[]> {
  const rows = await store.socketsOf(ctx.postgres.db, accountId, ctx.clock.now())
  return rows.map(({ id, keyId, facts }) => ({ id, keyId, ...facts })).sort((a, b) => a.connectedAt - b.connectedAt)
}

export async function countSocketOwners(ctx: Platform): Promise<number> {
  return store.countOwners(ctx.postgres.db, ctx.clock.now())
}

export async function closeSocket(ctx: Platform, actor: AccountActor, id: string): Promise<void> {
  await ctx.postgres.transaction(async (tx) => {
    const keyId = await disconnect(ctx, tx, actor.accountId, id)
    await ctx.postgres.audit(tx, actor, 'socket.close', id, { keyId })
  })
}

/**
 * Notifies gateways to close a socket when `tx` commits. Returns the socket's key. Refuses a socket of another account.
 */
export async function disconnect(ctx: Platform, tx: Tx, accountId: string, id: string): Promise<string> {
  const rows = await store.socketsOf(tx, accountId, ctx.clock.now())
  const socket = rows.find((row) => row.id === id)
  if (!socket) throw refuse('not_found')
  await ctx.postgres.notify(tx, channel, { id })
  return socket.keyId
}
