import type { ClickHouse, Statement } from '../platform.ts'

export function tracedClickHouse<C extends ClickHouse>(store: C, note: (statement: Statement) => void): C {
  const timed = async <T>(text: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    let failed = true
    try {
      const result = await work()
      failed = false
      return result
    } finally {
      note({ system: 'clickhouse', text, ms: performance.now() - began, failed })
    }
  }
  return {
    ...store,
    query: (sql, params, options) => timed(sql, () => store.query(sql, params, options)),
    text: (sql, format, params, options) => timed(sql, () => store.text(sql, format, params, options)),
    columns: (sql, params, options) => timed(sql, () => store.columns(sql, params, options)),
    bytes: (sql, format, params, options) => timed(sql, () => store.bytes(sql, format, params, options)),
    insert: (table, rows) => timed(`insert ${table}`, () => store.insert(table, rows)),
    insertBlock: (table, block) => timed(`insert ${table}`, () => store.insertBlock(table, block)),
    insertText: (table, format, text) => timed(`insert ${table}`, () => store.insertText(table, format, text)),
    command: (sql, params) => timed(sql, () => store.command(sql, params)),
  }
}
