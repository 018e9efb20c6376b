import { isUtf8 } from 'node:buffer'

export const lineBytesMax = 64 * 1024

/** One line of a body: its JSON value, or the reason why it cannot be read. `text`: the line as received. */
export type Line = { line: number; value: unknown; text: string } | { line: number; fault: LineFault; text: string }
export type LineFault = 'bad_json' | 'invalid_utf8' | 'line_too_long'

const newline = 10

/**
 * The maximum number of lines in a slice, which becomes one entry of the tape. Reading a slice takes a few
 * milliseconds, and its append is a single step of a store that many clients share.
 */
const sliceLines = 1_000
export const sliceBytes = 256 * 1024

/** The lines of NDJSON that are not empty, numbered from 1, in slices that are read on demand. */
export function* lineSlices(body: Buffer): Generator<Line[]> {
  let line = 1
  for (let start = 0; start < body.length; ) {
    let end = start
    let count = 0
    while (count < sliceLines && end - start < sliceBytes && end < body.length) {
      const next = body.indexOf(newline, end)
      end = next === -1 ? body.length : next + 1
      count += 1
    }
    yield readLines(body.subarray(start, end), line)
    line += count
    start = end
  }
}

/** Whether a body has more than `max` line ends. Stops reading after these. */
export function hasMoreLines(body: Buffer, max: number): boolean {
  let lines = 0
  for (let at = body.indexOf(newline); at !== -1; at = body.indexOf(newline, at + 1)) {
    lines += 1
    if (lines > max) return true
  }
  return false
}

/** `first`: the number of the first line. */
function readLines(bytes: Buffer, first: number): Line[] {
  // Unless a line is too long, a slice ends soon after its last whole line.
  if (bytes.length > sliceBytes + lineBytesMax || !isUtf8(bytes)) return byBytes(bytes, first)
  const texts = bytes.toString('utf8').split('\n')
  return wholeSlice(texts, first) ?? texts.flatMap((text, at) => readLine(text, first + at))
}

/**
 * Parses all lines in one call, at half the cost. Returns null unless each line begins with its only `{` and ends with
 * its only `}`: joined by commas, such lines have as many values as lines only if each line is valid JSON.
 */
function wholeSlice(texts: readonly string[], first: number): Line[] | null {
  const numbered: { line: number; text: string }[] = []
  for (const [at, text] of texts.entries()) {
    // A character of a text takes up to three bytes.
    if (text.length > lineBytesMax / 3) return null
    if (text === '' || text === '\r') continue
    const last = text.length - (text.endsWith('\r') ? 2 : 1)
    if (text.lastIndexOf('{') !== 0 || text.indexOf('}') !== last) return null
    numbered.push({ line: first + at, text })
  }
  try {
    const values: unknown = JSON.parse(`[${numbered.map(({ text }) => text).join(',')}]`)
    if (!Array.isArray(values) || values.length !== numbered.length) return null
    return numbered.map((one, at) => ({ ...one, value: values[at] as unknown }))
  } catch {
    // At least one line is not JSON, so each line is parsed separately.
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

/** Reads lines one by one, so that only lines that are too long or have invalid bytes are refused. */
function byBytes(body: Buffer, first: number): Line[] {
  const found: Line[] = []
  let line = first - 1
  for (let start = 0; start <= body.length; ) {
    const end = body.indexOf(newline, start)
    const bytes = body.subarray(start, end === -1 ? body.length : end)
    line += 1
    const fault = bytes.length > lineBytesMax ? 'line_too_long' : isUtf8(bytes) ? null : 'invalid_utf8'
    if (fault) found.push({ line, fault, text: bytes.subarray(0, 500).toString('utf8') })
    else found.push(...readLine(bytes.toString('utf8'), line))
    if (end === -1) break
    start = end + 1
  }
  return found
}

/** The number of a message with incomplete JSON; NaN if it is not readable. */
export function numberIn(text: string): number {
  const [, digits] = /"n"\s*:\s*(\d{1,16})\b/.exec(text) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}
