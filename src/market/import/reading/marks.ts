import type { DecimalMark, GroupMark, ReadingOptions, Separator } from '#src/contract/data/reading.ts'
import { Unreadable } from '../file/dialect.ts'
import { parseDecimal } from '../file/numbers.ts'

export type Marks = { decimal: DecimalMark; groups: GroupMark }

const blanks = /[\u00a0\u2007\u202f]/g
const currency = /^([-+]?)[$€£¥￥]\s?/
/** Digits, then marks with digits, then an exponent. */
const numeric = /^[-+]?(?:\d[\d.,' ]*|[.,]\d+)(?:[eE][-+]?\d{1,3})?$/

/** A number of a file without the blanks around it and the currency sign before it. */
export function bareNumber(cell: string): string {
  return cell.replaceAll(blanks, ' ').trim().replace(currency, '$1').replace(/^\+/, '')
}

/**
 * Finds the decimal mark and the mark between groups of thousands in the cells of number columns. Throws if both
 * readings are possible, as for `1,234` without further cells, which is 1234 or 1.234.
 */
export function readMarks(cells: readonly string[], separator: Separator, options: ReadingOptions): Marks {
  const found = new Evidence()
  for (const cell of cells) {
    const bare = bareNumber(cell)
    if (numeric.test(bare)) found.see(bare)
  }
  if (options.decimal !== undefined)
    return { decimal: options.decimal, groups: options.groups ?? found.groupsBeside(options.decimal) }
  if (options.groups === '.' || options.groups === ',')
    return { decimal: options.groups === '.' ? ',' : '.', groups: options.groups }
  const marks = found.marks(separator)
  return { ...marks, groups: options.groups ?? marks.groups }
}

/** A decimal mark is certain if the cells that prove it exceed this multiple of the cells that prove the other mark. */
const clearly = 2

/** Counts of the marks in the numbers of a sample. */
class Evidence {
  /** For each mark, the number of cells in which it is certainly the decimal mark. */
  readonly #decimals = new Map<string, number>()
  readonly #groups = new Set<string>()
  /** For each mark, an example of a number with only that mark and three digits after the mark. */
  readonly #open = new Map<string, string>()
  #hasLongRun = false

  see(text: string): void {
    const mantissa = text.split(/[eE]/, 1)[0] ?? ''
    const marks = [...mantissa.replaceAll(/[\d+-]/g, '')]
    const [first] = marks
    if (/\d{4}/.test(mantissa.split(/[.,]/, 1)[0] ?? '')) this.#hasLongRun = true
    if (first === undefined) return
    const last = marks.at(-1) ?? ''
    if (marks.length > 1) {
      this.#groups.add(first)
      if (last !== first) this.#count(last)
    } else if (first === ' ' || first === "'") this.#groups.add(first)
    else if (/^[-]?[1-9]\d{0,2}[.,]\d{3}$/.test(mantissa)) this.#open.set(first, mantissa)
    else this.#count(first)
  }

  #count(mark: string): void {
    this.#decimals.set(mark, (this.#decimals.get(mark) ?? 0) + 1)
  }

  marks(separator: Separator): Marks {
    const decimal = this.#decimal(separator)
    const groups = [...this.#groups].find((mark) => mark !== decimal) ?? ''
    const isOther = (mark: string) => mark !== decimal && (groups === '' || groups === mark)
    const open = [...this.#open.keys()].find((mark) => isOther(mark))
    return { decimal, groups: (open ?? groups) as GroupMark }
  }

  groupsBeside(decimal: DecimalMark): GroupMark {
    const other = [...this.#groups, ...this.#open.keys()].find((mark) => mark !== decimal)
    return (other ?? '') as GroupMark
  }

  #decimal(separator: Separator): DecimalMark {
    const { first, second } = this.#certain()
    if (second !== undefined) throw ambiguous(this.#open.get(second) ?? `1${first}5, 1${second}5`)
    if (first !== undefined) return first
    const points = this.#open.get('.')
    const commas = this.#open.get(',')
    if (points !== undefined && commas !== undefined) throw ambiguous(commas)
    const text = points ?? commas
    if (text === undefined) return '.'
    // A file that writes 12345 without a mark does not group digits.
    const mark = points === undefined ? ',' : '.'
    if (this.#hasLongRun || (separator === ',' && mark === '.')) return mark
    throw ambiguous(text)
  }

  /** The marks that are certainly decimal marks. If only a few cells have the other mark, those cells are faulty. */
  #certain(): { first: DecimalMark | undefined; second: DecimalMark | undefined } {
    const [commas, points] = [this.#decimals.get(',') ?? 0, this.#decimals.get('.') ?? 0]
    if (commas > points * clearly) return { first: ',', second: undefined }
    if (points > commas * clearly) return { first: '.', second: undefined }
    const sure = new Set<DecimalMark>(commas > 0 ? [',', '.'] : [])
    for (const mark of this.#groups) if (mark === '.' || mark === ',') sure.add(mark === '.' ? ',' : '.')
    const [first, second] = sure
    return { first, second }
  }
}

function ambiguous(text: string): Unreadable {
  const mark = text.includes(',') ? ',' : '.'
  return new Unreadable('file_marks', {
    text,
    whole: text.replaceAll(/[.,]/g, ''),
    fraction: text.replace(mark, '.'),
    mark,
    other: mark === ',' ? '.' : ',',
  })
}

const grouped: Readonly<Record<Exclude<GroupMark, ''>, RegExp>> = {
  ',': /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/,
  '.': /^-?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/,
  ' ': /^-?\d{1,3}(?: \d{3})+(?:[.,]\d*)?$/,
  "'": /^-?\d{1,3}(?:'\d{3})+(?:[.,]\d*)?$/,
}

/** A number's text with a point, without groups and blanks, times a power of ten. Empty if its marks do not fit. */
export function plainText(cell: string, { decimal, groups }: Marks, power = 0): string {
  let text = bareNumber(cell)
  if (groups !== '' && text.includes(groups)) {
    if (!grouped[groups].test(text)) return ''
    text = text.replaceAll(groups, '')
  }
  if (decimal === ',') text = text.includes('.') ? '' : text.replace(',', '.')
  if (power === 0 || text === '') return text
  const [mantissa = '', exponent = '0'] = text.split(/[eE]/)
  return `${mantissa}e${Number(exponent) + power}`
}

/** Reads a number by the marks of the file. NaN for other text, and for a number that a double cannot hold. */
export function readNumber(cell: string, marks: Marks, power = 0): number {
  const text = plainText(cell, marks, power)
  return parseDecimal(text, 0, text.length)
}
