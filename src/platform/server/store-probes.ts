import { KeptValue } from '../kept.ts'
import type { Probe } from './watch-stores.ts'

export type StoreProbes = Readonly<Partial<Record<'PostgreSQL' | 'ClickHouse' | 'Redis', Probe>>>

/** The probes of the stores of this process, for `doctor`. */
export const storeProbes = new KeptValue<StoreProbes>('store-probes')
