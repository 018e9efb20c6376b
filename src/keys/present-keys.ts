import { addressesOf } from '#src/accounts/sessions/profile.ts'
import type { ApiKey } from '#src/contract/account/keys.ts'
import type { Locale } from '#src/contract/locale.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { overridesOf } from './check/controls-store.ts'
import { allowanceId, type Key, presentKey } from './key/key.ts'

export async function presentKeys(ctx: Platform, keys: readonly Key[], locale: Locale, tx?: Tx): Promise<ApiKey[]> {
  const db = tx ?? ctx.postgres.db
  const given = await overridesOf(db, keys.map(allowanceId))
  const people = keys.flatMap(({ holder, madeBy }) => [holder.id, madeBy]).filter((id) => id !== null)
  const found = people.length === 0 ? [] : await addressesOf(db, people)
  const addresses = new Map(found.map(({ accountId, email }) => [accountId, email]))
  const now = ctx.clock.now()
  return keys.map((key) => {
    const override = given.get(allowanceId(key)) ?? null
    return presentKey(catalogueOf(ctx), key, { locale, now, override, addresses })
  })
}

/** Presents one key after a change in `tx`; `secret`, if given, is shown instead of the masked key. */
export async function presentChanged(
  ctx: Platform,
  tx: Tx,
  key: Key,
  { locale, secret }: { locale: Locale; secret?: string },
): Promise<ApiKey> {
  const [shown] = await presentKeys(ctx, [key], locale, tx)
  if (!shown) throw new Error('one key was not presented')
  return secret === undefined ? shown : { ...shown, key: secret }
}
