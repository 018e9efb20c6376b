import { networksOf } from '#src/billing/chains/network.ts'
import { assetClasses } from '#src/contract/market.ts'
import type { Platform } from '#src/platform/platform.ts'

/** The components of this installation, in the order of the status page. */
export function componentsOf({ settings }: Pick<Platform, 'settings'>): string[] {
  return [
    ...['site', 'rest', 'stream'],
    ...assetClasses.map((name) => `feed.${name}`),
    'history',
    ...networksOf(settings).map(({ code }) => `payments.${code}`),
  ]
}

/** The channel that notifies of stored probes and changed incidents. */
export const statusChannel = 'status'
