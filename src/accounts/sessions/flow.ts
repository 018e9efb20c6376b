import type { Platform } from '#src/platform/platform.ts'
import * as store from './flow-store.ts'
import { hashToken } from './session.ts'

/** Kinds of one-time state on the server, named by a token in the browser. */
export type FlowKind =
  | 'provider'
  | 'provider-consent'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey-sign-in'
  | 'passkey-proof'

const triesMax = 5

export type Flow<T> = { data: T; accountId: string | null }

/** Seals and stores `data` for `lifeMs`. Returns the token that `consumeFlow` and `tryFlow` need. */
export async function openFlow(
  ctx: Platform,
  kind: FlowKind,
  data: unknown,
  options: { accountId?: string; lifeMs: number },
): Promise<string> {
  const token = ctx.random.bytes(32).toString('base64url')
  const hash = hashToken(token)
  await store.insertFlow(ctx.postgres.db, {
    hash,
    kind,
    accountId: options.accountId ?? null,
    sealed: ctx.keyring.seal(JSON.stringify(data), `flow:${hash}`),
    expiresAt: ctx.clock.now() + options.lifeMs,
  })
  return token
}

/** Reads and deletes the flow. Returns null for a second or late caller. */
export async function consumeFlow<T>(ctx: Platform, kind: FlowKind, token: string): Promise<Flow<T> | null> {
  const hash = hashToken(token)
  return read<T>(ctx, hash, await store.deleteFlow(ctx.postgres.db, { hash, kind, now: ctx.clock.now() }))
}

/** Counts one of five tries at a flow. Returns null when the tries are used up or the flow has ended. */
export async function tryFlow<T>(ctx: Platform, kind: FlowKind, token: string): Promise<Flow<T> | null> {
  const hash = hashToken(token)
  return read<T>(ctx, hash, await store.countTry(ctx.postgres.db, { hash, kind, now: ctx.clock.now() }, triesMax))
}

function read<T>(ctx: Platform, hash: string, row: store.FlowRow | undefined): Flow<T> | null {
  if (!row) return null
  return { data: JSON.parse(ctx.keyring.open(row.sealed, `flow:${hash}`)) as T, accountId: row.accountId }
}
