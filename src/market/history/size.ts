import type { Platform } from '#src/platform/platform.ts'
import { historySize } from './size-store.ts'

/** How much market data the history store holds. */
export async function storedHistory({ clickhouse }: Platform): Promise<{ rows: number; bytes: number }> {
  return historySize(clickhouse)
}
