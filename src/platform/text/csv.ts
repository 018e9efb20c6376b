type Cell = string | number | null | undefined

/** Splits one RFC 4180 line into cells. Null if a quote is not closed, or text follows a closing quote. */
export function splitCsvLine(line: string): string[] | null {
  if (!line.includes('"')) return line.split(',')
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] !== '"') {
      const end = line.indexOf(',', at)
      cells.push(line.slice(at, end < 0 ? line.length : end))
      if (end < 0) return cells
      at = end + 1
      continue
    }
    let cell = ''
    at += 1
    for (;;) {
      const quote = line.indexOf('"', at)
      if (quote < 0) return null
      cell += line.slice(at, quote)
      at = quote + 1
      if (line[at] !== '"') break
      cell += '"'
      at += 1
    }
    cells.push(cell)
    if (at >= line.length) return cells
    if (line[at] !== ',') return null
    at += 1
  }
  return cells
}

/** A cell that a spreadsheet executes: it begins with an ASCII or full-width sign, even after white space. */
const formula = /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** A CSV file with a line of column names. A spreadsheet may open it, so formulas become text. */
export function csvFile(columns: string, rows: readonly (readonly Cell[])[]): string {
  return `${[columns, ...rows.map(csvLine)].join('\r\n')}\r\n`
}

export function csvLine(cells: readonly Cell[]): string {
  return cells.map((cell) => csvCell(cell, true)).join(',')
}

/** Formats an RFC 4180 cell, quoted only where necessary. With `spreadsheet` an apostrophe turns formulas into text. */
export function csvCell(value: Cell, spreadsheet = false): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : ''
  const isFormula = spreadsheet && formula.test(value) && !/^-?\d+(\.\d+)?$/.test(value)
  const text = isFormula ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a number without an exponent: 1e-8 → 0.00000001; -0 → 0. */
export function plainNumber(value: number): string {
  if (value === 0) return '0'
  const text = String(value)
  if (!text.includes('e')) return text
  const [mantissa = '', exponent = '0'] = text.split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const shift = Number(exponent)
  const digits = whole + fraction
  const point = whole.length + shift
  const plain =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return negative ? `-${plain}` : plain
}
