import type { Kysely, Selectable } from 'kysely'
import type { KeyHolderKind, KeyScope } from '#src/contract/account/keys.ts'
import type { AssetClass } from '#src/contract/market.ts'
import type { MarketId } from '#src/plans/market.ts'
import type { Period } from '#src/plans/plan.ts'
import type { RunningTerm } from '#src/plans/term.ts'
import type { Db, Tx } from '#src/platform/platform.ts'
import type { Key, KeyUse } from './key.ts'
import { scopeOf } from './scope.ts'
import { isSubscription } from './subscription-store.ts'

type KeyTable = {
  id: string
  account_id: string
  plan_id: string
  plan_edition: number
  period: Period
  period_days: number
  anchor_day: number
  customised: boolean
  market: MarketId
  alias_name: string
  secret_hash: string
  secret_sealed: string
  head: string
  tail: string
  expires_at: Date
  created_at: Date
  reset_at: Date | null
  revoked_at: Date | null
  used_at: Date | null
  used_from: string | null
  scope_classes: AssetClass[] | null
  scope_access: KeyScope['access']
  scope_networks: string[]
  holder_kind: KeyHolderKind
  holder_id: string | null
  holder_name: string
  made_by: string | null
}

type FormerSecretTable = { secret_hash: string; key_id: string; valid_until: Date }
type Tables = { api_key: KeyTable; api_key_former_secret: FormerSecretTable }

const tables = (db: Db): Kysely<Tables> => db

function toKey(row: Selectable<KeyTable>): Key {
  return {
    id: row.id,
    accountId: row.account_id,
    planId: row.plan_id,
    planEdition: row.plan_edition,
    term: { period: row.period, days: row.period_days, anchorDay: row.anchor_day },
    customised: row.customised,
    market: row.market,
    aliasName: row.alias_name,
    secretHash: row.secret_hash,
    secretSealed: row.secret_sealed,
    head: row.head,
    tail: row.tail,
    expiresAt: row.expires_at.getTime(),
    createdAt: row.created_at.getTime(),
    resetAt: row.reset_at?.getTime() ?? null,
    revokedAt: row.revoked_at?.getTime() ?? null,
    usedAt: row.used_at?.getTime() ?? null,
    usedFrom: row.used_from,
    holder: { kind: row.holder_kind, id: row.holder_id, name: row.holder_name },
    madeBy: row.made_by,
    scope: scopeOf({ classes: row.scope_classes, access: row.scope_access, networks: row.scope_networks }),
  }
}

/** Returns false for a second integrated key of an account. */
export async function insertKey(tx: Tx, key: Key): Promise<boolean> {
  const result = await tables(tx)
    .insertInto('api_key')
    .values({
      id: key.id,
      account_id: key.accountId,
      ...planColumns(key),
      alias_name: key.aliasName,
      secret_hash: key.secretHash,
      secret_sealed: key.secretSealed,
      head: key.head,
      tail: key.tail,
      created_at: new Date(key.createdAt),
      reset_at: key.resetAt === null ? null : new Date(key.resetAt),
      revoked_at: null,
      used_at: null,
      used_from: null,
      holder_kind: key.holder.kind,
      holder_id: key.holder.id,
      holder_name: key.holder.name,
      made_by: key.madeBy,
      scope_classes: null,
      scope_access: 'all',
      scope_networks: [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) === 1
}

export async function keysOf(db: Db | Tx, accountId: string): Promise<Key[]> {
  const rows = await tables(db)
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toKey)
}

export async function keysOfAccounts(db: Db | Tx, accountIds: readonly string[]): Promise<Key[]> {
  if (accountIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', 'in', [...accountIds])
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toKey)
}

export async function allKeysOf(db: Db | Tx, accountId: string): Promise<Key[]> {
  const rows = await tables(db)
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toKey)
}

/** The integrated key of an account: the live key, else the last revoked key, whose plan and expiry stay in force. */
export async function integratedKeyOf(db: Db | Tx, accountId: string): Promise<Key | null> {
  const row = await integratedKeys(db, accountId)
    .selectAll()
    .orderBy('revoked_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .executeTakeFirst()
  return row ? toKey(row) : null
}

/** The time of the last reset of the account's integrated keys, ms. Revoked keys count, too. */
export async function lastIntegratedReset(db: Db | Tx, accountId: string): Promise<number | null> {
  const row = await integratedKeys(db, accountId)
    .select(({ fn }) => fn.max('reset_at').as('at'))
    .executeTakeFirst()
  return row?.at?.getTime() ?? null
}

function integratedKeys(db: Db | Tx, accountId: string) {
  return tables(db).selectFrom('api_key').where('account_id', '=', accountId).where('market', '=', 'integrated')
}

/** Keys whose subscriptions end after `from` and at or before `to`, soonest first. */
export async function subscriptionsEndingBetween(db: Db | Tx, from: number, to: number): Promise<Key[]> {
  const rows = await tables(db)
    .selectFrom('api_key')
    .selectAll()
    .where(isSubscription)
    .where('expires_at', '>', new Date(from))
    .where('expires_at', '<=', new Date(to))
    .orderBy('expires_at')
    .limit(10_000)
    .execute()
  return rows.map(toKey)
}

/** The account's live key, locked until `tx` ends; null for an unknown or revoked key, or another account's key. */
export async function lockOwnedKey(tx: Tx, accountId: string, keyId: string): Promise<Key | null> {
  const row = await tables(tx)
    .selectFrom('api_key')
    .selectAll()
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? toKey(row) : null
}

export async function keyById(db: Db | Tx, keyId: string): Promise<Key | null> {
  const row = await tables(db).selectFrom('api_key').selectAll().where('id', '=', keyId).executeTakeFirst()
  return row ? toKey(row) : null
}

/** The key with this secret. A secret that a reset replaced works until `formerUntil` (ms). */
export async function keyBySecret(
  db: Db | Tx,
  secretHash: string,
): Promise<{ key: Key; formerUntil: number | null } | null> {
  const row = await tables(db)
    .selectFrom('api_key')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  if (row) return { key: toKey(row), formerUntil: null }
  const former = await tables(db)
    .selectFrom('api_key_former_secret')
    .innerJoin('api_key', 'api_key.id', 'api_key_former_secret.key_id')
    .selectAll('api_key')
    .select('api_key_former_secret.valid_until')
    .where('api_key_former_secret.secret_hash', '=', secretHash)
    .executeTakeFirst()
  return former ? { key: toKey(former), formerUntil: former.valid_until.getTime() } : null
}

export async function setAlias(tx: Tx, keyId: string, aliasName: string): Promise<void> {
  await tables(tx).updateTable('api_key').set({ alias_name: aliasName }).where('id', '=', keyId).execute()
}

export async function setScope(tx: Tx, keyId: string, { classes, access, networks }: KeyScope): Promise<void> {
  await tables(tx)
    .updateTable('api_key')
    .set({ scope_classes: classes, scope_access: access, scope_networks: networks })
    .where('id', '=', keyId)
    .execute()
}

export async function replaceSecret(
  tx: Tx,
  key: Key,
  next: Pick<Key, 'secretHash' | 'secretSealed' | 'head' | 'tail'>,
  resetAt: number | null,
  formerUntil: number,
): Promise<void> {
  await tables(tx)
    .insertInto('api_key_former_secret')
    .values({ secret_hash: key.secretHash, key_id: key.id, valid_until: new Date(formerUntil) })
    .execute()
  await tables(tx)
    .updateTable('api_key')
    .set({
      secret_hash: next.secretHash,
      secret_sealed: next.secretSealed,
      head: next.head,
      tail: next.tail,
      reset_at: resetAt === null ? null : new Date(resetAt),
    })
    .where('id', '=', key.id)
    .execute()
}

export async function endOverlaps(tx: Tx, keyId: string, now: number): Promise<void> {
  await tables(tx)
    .updateTable('api_key_former_secret')
    .set({ valid_until: new Date(now) })
    .where('key_id', '=', keyId)
    .where('valid_until', '>', new Date(now))
    .execute()
}

export async function markRevoked(tx: Tx, keyId: string, now: number): Promise<void> {
  await tables(tx)
    .updateTable('api_key')
    .set({ revoked_at: new Date(now) })
    .where('id', '=', keyId)
    .execute()
}

export type SubscribedPlan = Pick<Key, 'planId' | 'planEdition' | 'market' | 'term' | 'customised' | 'expiresAt'>

function planColumns({ planId, planEdition, market, term, customised, expiresAt }: SubscribedPlan) {
  return {
    plan_id: planId,
    plan_edition: planEdition,
    market,
    period: term.period,
    period_days: term.days,
    anchor_day: term.anchorDay,
    customised,
    expires_at: new Date(expiresAt),
  }
}

/** Sets the end of a subscription. A revoked integrated key can be changed, too, because its plan continues. */
export async function setEnd(tx: Tx, keyId: string, { term, expiresAt }: RunningTerm): Promise<void> {
  const end = { expires_at: new Date(expiresAt), anchor_day: term.anchorDay }
  await tables(tx).updateTable('api_key').set(end).where('id', '=', keyId).execute()
}

/** Sets the plan. Returns false when the key has been revoked. */
export async function setPlan(tx: Tx, keyId: string, plan: SubscribedPlan): Promise<boolean> {
  const changed = await tables(tx)
    .updateTable('api_key')
    .set(planColumns(plan))
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function setUsedAt(db: Db, uses: ReadonlyMap<string, KeyUse>): Promise<void> {
  for (const [keyId, { at, from }] of uses) {
    await tables(db)
      .updateTable('api_key')
      .set({ used_at: new Date(at), ...(from === undefined ? {} : { used_from: from }) })
      .where('id', '=', keyId)
      .execute()
  }
}
