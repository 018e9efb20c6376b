/** One CSV line. An apostrophe turns formulas into text; plain numbers stay numbers. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return cells.map(cell).join(',')
}

function cell(value: string | number | null): string {
  const raw = value === null ? '' : String(value)
  const text = /^[=+\-@\t\r]/.test(raw) && !/^-?\d+(\.\d+)?$/.test(raw) ? `'${raw}` : raw
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
