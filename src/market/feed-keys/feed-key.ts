import type { AssetClass } from '#src/contract/market.ts'
import { SecretForm } from '#src/platform/secrets/secret-form.ts'

/** A key with which a program pushes the data of `source`. `regions` null: every region. Times in ms. */
export type FeedKey = {
  id: string
  source: string
  classes: AssetClass[]
  regions: string[] | null
  /** Whether pushes may create unknown instruments. */
  creates: boolean
  head: string
  tail: string
  createdAt: number
  revokedAt: number | null
}

export const feedSecrets = new SecretForm('tw_feed_')

/** Few characters are allowed, because names of sources appear in responses and metrics. */
export const sourceNamePattern = /^[a-z0-9][a-z0-9-]{0,31}$/

export function mayPush(
  { classes, regions }: Pick<FeedKey, 'classes' | 'regions'>,
  instrument: { class: AssetClass; region: string },
): boolean {
  return classes.includes(instrument.class) && (regions === null || regions.includes(instrument.region))
}
