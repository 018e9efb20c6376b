import { basename } from 'node:path'
import type { Platform } from '#src/platform/platform.ts'
import { addRefused, pushedRun } from '../import/run-store.ts'
import { parseInstrumentKey } from '../instruments/symbol.ts'

/**
 * A pushed message that broke a rule. `key`: the instrument, null if unknown; `value`: the fields, null if not JSON.
 */
export type RefusedMessage = {
  key: string | null
  kind: 'trades' | 'quotes' | 'depth' | 'bars' | null
  reason: string
  text: string
  value: Readonly<Record<string, unknown>> | null
}

/**
 * Stores refused messages for a review by staff, like refused rows of an import. There is one import a day for each
 * source, kind and instrument. Trades, quotes and bars are stored as rows that the importer reads, so that staff can
 * correct and release them.
 */
export async function quarantinePushed(
  ctx: Platform,
  source: string,
  messages: readonly RefusedMessage[],
): Promise<void> {
  const { db } = ctx.postgres
  const now = ctx.clock.now()
  const day = new Date(now).toISOString().slice(0, 10)
  for (const [group, found] of Map.groupBy(messages, (message) => groupOf(message))) {
    const [form = 'raw', key = ''] = group.split(' ', 2)
    const identity = parseInstrumentKey(key)
    const { head, kind } = forms[form as Form]
    const options = identity && { class: identity.class, region: identity.region, code: identity.code }
    const id = await pushedRun(db, {
      ...{
        kind,
        head,
        startedAt: now,
        file: basename(`push-${source}-${day}`),
        target: key === '' ? form : `${key} ${form}`,
      },
      options: { ...options, ...(form === 'bars' && { interval: '1m' }) },
    })
    const rows = found.map(({ reason, text, value }) => ({ reason, row: rowOf(form as Form, value) ?? text }))
    await addRefused(db, id, rows, now)
  }
}

type Form = 'trades' | 'quotes' | 'bars' | 'raw'

const forms = {
  trades: { kind: 'ticks', head: 'time,price,size' },
  quotes: { kind: 'ticks', head: 'time,bid,ask' },
  bars: { kind: 'bars', head: 'time,open,high,low,close,volume' },
  raw: { kind: 'ticks', head: '' },
} as const

/**
 * The group under which a message is stored. `raw` is for messages that cannot be rows of an import file: messages
 * without an instrument or kind, messages that are not JSON, and depth.
 */
function groupOf({ key, kind, value }: RefusedMessage): string {
  return key === null || kind === null || kind === 'depth' || value === null ? 'raw ' : `${kind} ${key}`
}

function rowOf(form: Form, value: RefusedMessage['value']): string | null {
  if (value === null) return null
  const cells = (...names: string[]) => names.map((name) => cellOf(value[name])).join(',')
  switch (form) {
    case 'trades':
      return cells('t', 'p', 'v')
    case 'quotes':
      return cells('t', 'b', 'a')
    case 'bars':
      return cells('t', 'o', 'h', 'l', 'c', 'v')
    case 'raw':
      return null
  }
}

function cellOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string'
    ? String(value)
        .replaceAll(/[,\r\n"]/g, ' ')
        .slice(0, 40)
    : ''
}
