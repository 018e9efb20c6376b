import { sql } from 'kysely'
import type { Platform } from '#src/platform/platform.ts'
import { hashToken } from './session.ts'

/** One-time server state, named by a token in the browser. */
export type FlowKind =
  | 'provider'
  | 'provider-consent'
  | 'second-factor'
  | 'passkey-add'
  | 'passkey-sign-in'
  | 'passkey-proof'

const triesMax = 5

type FlowRow = { sealed: string; account_id: string | null }
export type Flow<T> = { data: T; accountId: string | null }

/** Stores `data` sealed for `lifeMs`; returns the token that takes it out once. */
export async function openFlow(
  ctx: Platform,
  kind: FlowKind,
  data: unknown,
  options: { accountId?: string; lifeMs: number },
): Promise<string> {
  const token = ctx.random.bytes(32).toString('base64url')
  const hash = hashToken(token)
  await sql`
    insert into account_flow (token_hash, kind, account_id, sealed, expires_at)
    values (${hash}, ${kind}, ${options.accountId ?? null}, ${ctx.keyring.seal(JSON.stringify(data), `flow:${hash}`)},
            ${new Date(ctx.clock.now() + options.lifeMs)})
  `.execute(ctx.postgres.db)
  return token
}

/** Takes the flow out; a second or late caller gets null. */
export async function takeFlow<T>(ctx: Platform, kind: FlowKind, token: string): Promise<Flow<T> | null> {
  const hash = hashToken(token)
  const { rows } = await sql<FlowRow>`
    delete from account_flow where token_hash = ${hash} and kind = ${kind} and expires_at > ${new Date(ctx.clock.now())}
    returning sealed, account_id
  `.execute(ctx.postgres.db)
  return read<T>(ctx, hash, rows[0])
}

/** Counts one of five tries at a flow; null when it is over. */
export async function tryFlow<T>(ctx: Platform, kind: FlowKind, token: string): Promise<Flow<T> | null> {
  const hash = hashToken(token)
  const { rows } = await sql<FlowRow>`
    update account_flow set tries = tries + 1
    where token_hash = ${hash} and kind = ${kind} and tries < ${triesMax} and expires_at > ${new Date(ctx.clock.now())}
    returning sealed, account_id
  `.execute(ctx.postgres.db)
  return read<T>(ctx, hash, rows[0])
}

function read<T>(ctx: Platform, hash: string, row: FlowRow | undefined): Flow<T> | null {
  if (!row) return null
  return { data: JSON.parse(ctx.keyring.open(row.sealed, `flow:${hash}`)) as T, accountId: row.account_id }
}
