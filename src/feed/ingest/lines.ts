import { isUtf8 } from 'node:buffer'

export const lineBytesMax = 64 * 1024

/** One line of a body: its JSON value, or why it cannot be read. `text`: the line as it was received. */
export type Line = { line: number; value: unknown; text: string } | { line: number; fault: LineFault; text: string }
export type LineFault = 'bad_json' | 'invalid_utf8' | 'line_too_long'

const newline = 10

/** The lines of NDJSON that are not empty, numbered from 1. */
export function readLines(body: Buffer): Line[] {
  const texts = isUtf8(body) ? body.toString('utf8').split('\n') : null
  return (texts && wholeBody(texts)) ?? (texts ? texts.flatMap((text, at) => readLine(text, at + 1)) : byBytes(body))
}

/** Parses all lines in one call, at half the cost; null when a line is not exactly one JSON value. */
function wholeBody(texts: readonly string[]): Line[] | null {
  const numbered: { line: number; text: string }[] = []
  for (const [at, text] of texts.entries()) {
    if (text.length > lineBytesMax) return null
    if (text !== '' && text !== '\r') numbered.push({ line: at + 1, text })
  }
  try {
    const values: unknown = JSON.parse(`[${numbered.map(({ text }) => text).join(',')}]`)
    if (!Array.isArray(values) || values.length !== numbered.length) return null
    return numbered.map((one, at) => ({ ...one, value: values[at] as unknown }))
  } catch {
    // Some line is not JSON, so each line is parsed separately.
    return null
  }
}

function readLine(text: string, line: number): Line[] {
  if (text.trim() === '') return []
  if (Buffer.byteLength(text) > lineBytesMax) return [{ line, fault: 'line_too_long', text: text.slice(0, 500) }]
  try {
    return [{ line, value: JSON.parse(text), text }]
  } catch {
    return [{ line, fault: 'bad_json', text }]
  }
}

/** Reads a body that contains invalid UTF-8; only the lines with invalid bytes are refused. */
function byBytes(body: Buffer): Line[] {
  const found: Line[] = []
  let line = 0
  for (let start = 0; start <= body.length; ) {
    const end = body.indexOf(newline, start)
    const bytes = body.subarray(start, end === -1 ? body.length : end)
    line += 1
    if (isUtf8(bytes)) found.push(...readLine(bytes.toString('utf8'), line))
    else found.push({ line, fault: 'invalid_utf8', text: bytes.subarray(0, 500).toString('utf8') })
    if (end === -1) break
    start = end + 1
  }
  return found
}

/** The number of a message whose JSON is incomplete, if it is readable; else NaN. */
export function numberIn(text: string): number {
  const [, digits] = /"n"\s*:\s*(\d{1,16})\b/.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}
