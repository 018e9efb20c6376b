import { KeptValue } from '../kept.ts'
import type { WhyNoChanges } from './takes-no-changes.ts'

/** Why a store does not work, since `since`, ms. `silent`: it does not answer. */
export type StoreFault = { why: WhyNoChanges | 'silent'; text: string; since: number }

/** The faults of the stores that this process watches, by the store's name. */
export const storeFaults = new KeptValue<ReadonlyMap<string, StoreFault>>('store-faults')
