import type { ClickHouse, Platform } from '../platform.ts'

/**
 * A copy of the platform for one caller. When `gone` is aborted, its calls of `query`, `text` and `columns` of the
 * history store end or never begin.
 */
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
