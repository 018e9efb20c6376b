import type { Platform } from '#src/platform/platform.ts'
import * as store from './sealed-factor-store.ts'
import { sealContext } from './second-factor.ts'

/** The number of authenticator secrets by the key ring version that sealed them. */
export async function sealedFactors({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return store.sealedByVersion(postgres.db)
}

/** The number of stored flows by the key ring version that sealed them. A flow ends within minutes. */
export async function sealedFlows({
  postgres,
  clock,
}: Pick<Platform, 'postgres' | 'clock'>): Promise<Map<number, number>> {
  return store.flowsByVersion(postgres.db, clock.now())
}

export async function resealFactors(ctx: Platform, versions: readonly number[], limit: number): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const found = await store.lockSealedBy(tx, versions, limit)
    for (const { accountId, sealed } of found) {
      const secret = ctx.keyring.open(sealed, sealContext(accountId))
      await store.putSealed(tx, accountId, ctx.keyring.seal(secret, sealContext(accountId)))
    }
    return found.length
  })
}
