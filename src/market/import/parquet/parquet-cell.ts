import { csvCell } from '#src/platform/text/csv.ts'

const texts = new TextDecoder()

/** A value as a cell of CSV. `scale`: the decimals of a decimal column, whose values are whole numbers or bytes. */
export function parquetCell(value: unknown, scale: number | null): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (scale !== null) return decimalText(unscaled(value), scale)
  return csvCell(value instanceof Uint8Array ? texts.decode(value) : String(value))
}

function unscaled(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(String(value))
  if (value.length === 0) return 0n
  return BigInt.asIntN(value.length * 8, BigInt(`0x${Buffer.from(value).toString('hex')}`))
}

/** `decimalText(-1234500n, 4)` → `-123.45`. */
function decimalText(value: bigint, scale: number): string {
  const sign = value < 0n ? '-' : ''
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const rest = digits.slice(digits.length - scale).replace(/0+$/, '')
  return rest === '' ? `${sign}${whole}` : `${sign}${whole}.${rest}`
}
