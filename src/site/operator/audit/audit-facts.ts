/** A value of an audit row as a person reads it. */
export type FactValue =
  | { kind: 'text' | 'id' | 'money'; text: string }
  | { kind: 'time'; at: number }
  | { kind: 'yes' | 'no' | 'none' }

/** Without `before`, the row states a fact and no change. */
export type AuditFact = { name: string; before?: FactValue; value: FactValue }

const none: FactValue = { kind: 'none' }

/** Fields whose amounts are in millionths of a USDT. */
const micros = new Set(['micro', 'payable', 'due', 'received', 'price', 'missing'])
/** Fields with times in ms. */
const times = /^(?:at|from|to|until|\w+(?:At|From|Until))$/
const ids = /^(?:hash|approval|\w+(?:Id|Hash))$/

/**
 * The facts in a row's detail that have a value. Of the states before and after a change, only differences are listed.
 */
export function factsOf(detail: Readonly<Record<string, unknown>>): AuditFact[] {
  const { before, after, ...rest } = detail
  const facts = Object.entries(rest)
    .map(([name, value]) => ({ name, value: readValue(name, value) }))
    .filter(({ value }) => value !== none)
  if (!('before' in detail) && !('after' in detail)) return facts
  return [...facts, ...changes(before ?? null, after ?? null)]
}

function changes(before: unknown, after: unknown): AuditFact[] {
  const [was, is] = [partsOf(before), partsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ name, before: readValue(name, was[name]), value: readValue(name, is[name]) }))
}

function partsOf(state: unknown): Record<string, unknown> {
  if (state === null) return {}
  return isObject(state) ? { ...state } : { value: state }
}

function readValue(name: string, value: unknown): FactValue {
  if (value === null || value === undefined || value === '') return none
  if (typeof value === 'boolean') return { kind: value ? 'yes' : 'no' }
  const amount = amountOf(name, value)
  if (amount !== null) return { kind: 'money', text: amount }
  if (times.test(name) && typeof value === 'number' && value > 1e11) return { kind: 'time', at: value }
  if (typeof value === 'string') return { kind: ids.test(name) ? 'id' : 'text', text: value }
  if (Array.isArray(value)) return value.length === 0 ? none : { kind: 'text', text: value.map(partText).join(', ') }
  if (isObject(value))
    return {
      kind: 'text',
      text: Object.entries(value)
        .map(([part, one]) => `${part}: ${amountOf(part, one) ?? partText(one)}`)
        .join(', '),
    }
  return { kind: 'text', text: String(value) }
}

function partText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Millionths of a USDT as an amount with at least two decimals; null for any other field or value. */
function amountOf(name: string, value: unknown): string | null {
  if (!micros.has(name) || !/^-?\d+$/.test(String(value))) return null
  const micro = BigInt(String(value))
  const sign = micro < 0n ? '−' : ''
  const size = micro < 0n ? -micro : micro
  const fraction = String(size % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '')
  return `${sign}${size / 1_000_000n}.${fraction} USDT`
}
