const quote = '"'

/**
 * The cells of a line. Ignores blanks around quotes. Null if a quote is not closed, or if text follows a quoted cell.
 */
export function cellsOf(line: string, separator: string): string[] | null {
  if (!line.includes(quote)) return line.split(separator)
  const cells: string[] = []
  let at = 0
  for (;;) {
    let start = at
    while (line[start] === ' ') start += 1
    if (line[start] !== quote) {
      const end = line.indexOf(separator, at)
      cells.push(line.slice(at, end < 0 ? line.length : end))
      if (end < 0) return cells
      at = end + 1
      continue
    }
    const quoted = quotedCell(line, start)
    if (quoted === null) return null
    cells.push(quoted.text)
    at = quoted.end
    while (line[at] === ' ') at += 1
    if (at >= line.length) return cells
    if (line[at] !== separator) return null
    at += 1
  }
}

/** Joins cells to a line that `cellsOf` can read. */
export function lineOfCells(cells: readonly string[], separator: string): string {
  return cells.map((cell) => (isQuoted(cell, separator) ? `"${cell.replaceAll(quote, '""')}"` : cell)).join(separator)
}

function isQuoted(cell: string, separator: string): boolean {
  return cell.includes(separator) || cell.includes(quote)
}

/**
 * Reads a quoted cell that begins at `start`. Returns the cell and the offset after it; null if the quote is not
 * closed.
 */
function quotedCell(line: string, start: number): { text: string; end: number } | null {
  let text = ''
  let at = start + 1
  for (;;) {
    const end = line.indexOf(quote, at)
    if (end < 0) return null
    text += line.slice(at, end)
    at = end + 1
    if (line[at] !== quote) return { text, end: at }
    text += quote
    at += 1
  }
}
