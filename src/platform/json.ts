import { refuse } from '#src/contract/errors.ts'

export const jsonDepthMax = 20

/** `JSON.parse` that refuses what two readers could understand differently: nesting beyond 20, doubled fields, unpaired surrogates. */
export function parseJson(text: string): unknown {
  inspect(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('bad_json')
  }
  return value
}

const escapedSurrogate = /\\u[dD][89a-fA-F]/

/** One pass over the text. It need not be a full parser: whatever it lets through, `JSON.parse` still judges. */
function inspect(text: string): void {
  if (!text.isWellFormed()) throw refuse('bad_json')
  const fields: (Set<string> | null)[] = []
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs
  for (const match of text.matchAll(token)) {
    const part = match[0]
    if (escapedSurrogate.test(part) && !unquote(part.slice(0, part.lastIndexOf('"') + 1)).isWellFormed())
      throw refuse('bad_json')
    if (part === '{' || part === '[') {
      fields.push(part === '{' ? new Set() : null)
      if (fields.length > jsonDepthMax) throw refuse('bad_json')
    } else if (part === '}' || part === ']') fields.pop()
    else if (match[1] !== undefined) assertNew(fields.at(-1), part.slice(0, part.lastIndexOf('"') + 1))
  }
}

function assertNew(names: Set<string> | null | undefined, quoted: string): void {
  if (!names) return
  const name = unquote(quoted)
  if (names.has(name)) throw refuse('bad_json', { param: name.slice(0, 60) })
  names.add(name)
}

function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted)
  } catch {
    throw refuse('bad_json')
  }
}
