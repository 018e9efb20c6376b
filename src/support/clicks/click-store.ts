import type { Click } from '#src/contract/account/support.ts'
import type { ClickHouse } from '#src/platform/platform.ts'

export type ReceivedClick = Click & { received_at: number }

export async function insertClicks(clickhouse: ClickHouse, clicks: readonly ReceivedClick[]): Promise<void> {
  await clickhouse.insert('clicks', clicks)
}
