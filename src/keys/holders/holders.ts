import { demand } from '#src/accounts/step-up/step-up.ts'
import type { ApiKey, ExposedKey, HolderChoice } from '#src/contract/account/keys.ts'
import { refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { AccountActor, Actor } from '#src/platform/actor.ts'
import type { Db, Platform, Tx } from '#src/platform/platform.ts'
import * as holders from '../key/holder-store.ts'
import type { KeyHolder } from '../key/key.ts'
import { maskSecret } from '../key/secret.ts'
import { keysOf } from '../key/store.ts'
import { lockKey, replaceWithin } from '../keys.ts'
import { presentChanged } from '../present-keys.ts'
import { revokeLinksOfPerson } from '../sheet-links/sheet-links.ts'

/**
 * Assigns a key to the account, a person of its team, or a service. When the person leaves the team, the key gets a new
 * secret.
 */
export async function assignKey(
  ctx: Platform,
  actor: AccountActor,
  { keyId, choice }: { keyId: string; choice: HolderChoice },
  locale: Locale,
): Promise<ApiKey> {
  return ctx.postgres.transaction(async (tx) => {
    const key = await lockKey(tx, actor.accountId, keyId)
    await demand(ctx, actor, 'key.holder', { tx })
    const holder = await holderOf(tx, actor.accountId, choice)
    await holders.setHolder(tx, key.id, holder)
    await ctx.postgres.audit(tx, actor, 'key.holder', key.id, { holder: holder.kind, holderName: holder.name })
    return presentChanged(ctx, tx, { ...key, holder }, { locale })
  })
}

async function holderOf(tx: Tx, accountId: string, choice: HolderChoice): Promise<KeyHolder> {
  switch (choice.kind) {
    case 'account':
      return { kind: 'account', id: null, name: '' }
    case 'service':
      return { kind: 'service', id: null, name: choice.name }
    case 'person':
      if (!(await holders.isInTeam(tx, accountId, choice.memberId))) throw refuse('not_found', { param: 'memberId' })
      return { kind: 'person', id: choice.memberId, name: '' }
  }
}

/** The keys of an account that former members of its team still know. */
export async function exposedKeys(db: Db | Tx, accountId: string): Promise<ExposedKey[]> {
  const keys = await keysOf(db, accountId)
  const seen = await holders.keysSeenByLeavers(db, accountId)
  return keys.flatMap(({ id, head, tail, aliasName }) => {
    const by = seen.filter(({ keyId }) => keyId === id).map(({ email, seenAt }) => ({ email, seenAt }))
    return by.length === 0 ? [] : [{ id, key: maskSecret(head, tail), aliasName, seenBy: by }]
  })
}

/**
 * Replaces the secrets of a person's keys when the person leaves a team; the keys and their plans stay with the
 * account. Returns the account's keys that former members still know.
 */
export async function endKeysOfPerson(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  { accountId, personId }: { accountId: string; personId: string },
): Promise<ExposedKey[]> {
  await replaceHeld(ctx, tx, actor, { accountId, personId })
  return exposedKeys(tx, accountId)
}

/** Replaces the secrets of a person's keys in all teams, when the person's account is deleted. */
export async function endKeysEverywhere(ctx: Platform, tx: Tx, personId: string): Promise<void> {
  await replaceHeld(ctx, tx, { kind: 'system', name: 'accounts' }, { accountId: null, personId })
}

/** Replaces the secrets of the keys that a person holds, and ends the spreadsheet links that the person made. */
async function replaceHeld(
  ctx: Platform,
  tx: Tx,
  actor: Actor,
  held: { accountId: string | null; personId: string },
): Promise<void> {
  await revokeLinksOfPerson(ctx, tx, actor, held)
  for (const { id, accountId } of await holders.keyIdsHeldBy(tx, held)) {
    const key = await lockKey(tx, accountId, id)
    await replaceWithin(ctx, tx, actor, { key, overlapHours: 0, makerId: null })
    await holders.setHolder(tx, id, { kind: 'account', id: null, name: '' })
  }
}
