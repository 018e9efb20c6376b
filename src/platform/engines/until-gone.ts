import type { ClickHouse, Platform } from '../platform.ts'

/** The platform for one caller: reads of history that wait for the store end when the caller has left. */
export function untilGone(ctx: Platform, gone: AbortSignal): Platform {
  const { clickhouse: store } = ctx
  const reads: ClickHouse = {
    ...store,
    query: (sql, params, options) => store.query(sql, params, { signal: gone, ...options }),
    text: (sql, format, params, options) => store.text(sql, format, params, { signal: gone, ...options }),
    columns: (sql, params, options) => store.columns(sql, params, { signal: gone, ...options }),
  }
  return { ...ctx, clickhouse: reads }
}
