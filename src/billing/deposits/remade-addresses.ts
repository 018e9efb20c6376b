import type { Platform } from '#src/platform/platform.ts'
import { hasItsMac, newMac } from './deposit-address.ts'
import { openIncident } from './incident-store.ts'
import * as store from './remade-address-store.ts'

/**
 * The number of deposit addresses by the version of the key that made their MACs. 0: MACs that name no version, made by
 * the key with the lowest version.
 */
export async function addressesByKey({ postgres }: Pick<Platform, 'postgres'>): Promise<Map<number, number>> {
  return store.addressesByVersion(postgres.db)
}

/**
 * Makes the MACs of addresses again with the newest key. An address that does not match its MAC was changed by
 * somebody: it gets no valid MAC, and an incident is opened.
 */
export async function remakeAddresses(ctx: Platform, versions: readonly number[], limit: number): Promise<number> {
  return ctx.postgres.transaction(async (tx) => {
    const found = await store.lockAddresses(tx, [0, ...versions], limit)
    const made = found.map((stored) => ({ ...stored, mac: hasItsMac(ctx, stored) ? newMac(ctx, stored) : null }))
    await store.putMacs(tx, made)
    for (const { network, orderNo, mac } of made) {
      if (mac !== null) continue
      ctx.log.error('a deposit address is not the one that was issued', { orderNo })
      await openIncident(tx, { network, kind: 'address_mismatch', subject: orderNo, at: ctx.clock.now() })
    }
    return found.length
  })
}
