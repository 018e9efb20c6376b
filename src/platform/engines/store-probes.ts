import { KeptValue } from '../kept.ts'

/** Throws when the store does not answer, and `TakesNoChanges` when it answers but refuses changes. */
export type Probe = () => Promise<void>

export type StoreProbes = Readonly<Partial<Record<'PostgreSQL' | 'ClickHouse' | 'Redis', Probe>>>

/** The probes of the stores of this process, for `doctor`. */
export const storeProbes = new KeptValue<StoreProbes>('store-probes')
