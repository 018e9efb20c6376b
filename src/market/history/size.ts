import type { Platform } from '#src/platform/platform.ts'
import { historySize } from './size-store.ts'

/** The amount of market data in the history store. */
export async function storedHistory({ clickhouse }: Platform): Promise<{ rows: number; bytes: number }> {
  return historySize(clickhouse)
}
