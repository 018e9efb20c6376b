/**
 * Converts the parameters of ClickHouse's HTTP interface (`param_<name>`) to the values that chDB binds. Texts are
 * escaped as in TabSeparated; lists are literals. The statement gives the type: `{name:Type}`.
 */
export function readParameters(sql: string, search: URLSearchParams): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [key, text] of search) {
    if (!key.startsWith('param_')) continue
    const name = key.slice('param_'.length)
    const type = typeOf(sql, name)
    found[name] = type.startsWith('Array(') ? readList(text, type) : text === '\\N' ? null : unescaped(text)
  }
  return found
}

function typeOf(sql: string, name: string): string {
  return new RegExp(`\\{\\s*${name}\\s*:\\s*([^}]+?)\\s*\\}`).exec(sql)?.[1] ?? ''
}

/** Parses a list literal: `['a','b\'c']` or `[1,2]`. */
function readList(text: string, type: string): unknown[] {
  if (!type.includes('String'))
    return [...text.matchAll(/[^[\],\s]+/g)].map(([number]) =>
      /^-?\d+$/.test(number) ? BigInt(number) : Number(number),
    )
  return [...text.matchAll(/'((?:[^'\\]|\\.)*)'/gs)].map(([, inner = '']) => unescaped(inner))
}

const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', '0': '\0' }

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}
