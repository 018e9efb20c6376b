import { KeptValue } from '../kept.ts'
import type { WhyNoChanges } from './takes-no-changes.ts'

/** Throws an error if the store does not answer, and `TakesNoChanges` if it answers but refuses changes. */
export type Probe = () => Promise<void>

export type StoreProbes = Readonly<Partial<Record<'PostgreSQL' | 'ClickHouse' | 'Redis', Probe>>>

/** The probes of the stores that this process uses. */
export const storeProbes = new KeptValue<StoreProbes>('store-probes')

/** The reason why a store does not work, and the time in ms when this began. `silent`: the store does not answer. */
export type StoreFault = { why: WhyNoChanges | 'silent'; text: string; since: number }

/** The faults of the stores that this process watches, by the store's name. */
export const storeFaults = new KeptValue<ReadonlyMap<string, StoreFault>>('store-faults')
