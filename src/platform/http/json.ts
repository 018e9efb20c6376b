import { refuse } from '#src/contract/errors.ts'

export const jsonDepthMax = 20

/** Like `JSON.parse`, but refuses nesting beyond 20, duplicate fields, unpaired surrogates and U+0000. */
export function parseJson(text: string): unknown {
  if (!text.isWellFormed()) throw refuse('bad_json')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The message of this SyntaxError repeats the input, so it is not passed on.
    throw refuse('bad_json')
  }
  if (holdsNull(text)) throw refuse('bad_characters')
  inspect(text)
  return value
}

/** Whether a valid JSON text contains U+0000, which JSON can only write as an escape. */
export function holdsNull(json: string): boolean {
  for (let at = json.indexOf('\\u0000'); at >= 0; at = json.indexOf('\\u0000', at + 6)) {
    let backslashes = 1
    while (json[at - backslashes] === '\\') backslashes += 1
    if (backslashes % 2 === 1) return true
  }
  return false
}

/** Checks nesting and duplicate fields in one pass. `JSON.parse` has accepted the text, so every string is closed. */
function inspect(text: string): void {
  const fields: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') {
      const end = closingQuote(text, at)
      const isField = isFieldName(text, end + 1)
      const quoted = text.slice(at, end + 1)
      if (isField || quoted.includes('\\u')) inspectString(JSON.parse(quoted), isField ? fields.at(-1) : null)
      at = end
    } else if (char === '{' || char === '[') {
      if (fields.push(char === '{' ? new Set() : null) > jsonDepthMax) throw refuse('bad_json')
    } else if (char === '}' || char === ']') fields.pop()
  }
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function isFieldName(text: string, after: number): boolean {
  let at = after
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  return text[at] === ':'
}

function inspectString(value: string, names: Set<string> | null | undefined): void {
  if (!value.isWellFormed()) throw refuse('bad_json')
  if (!names) return
  if (names.has(value)) throw refuse('bad_json', { param: value.slice(0, 60) })
  names.add(value)
}
