export type FrontMatter = { title: string; description: string; keywords: string; date: string | null }

/** Splits Markdown into front matter (`key: value` lines between `---`) and body; null without front matter. */
export function splitFrontMatter(source: string): { values: ReadonlyMap<string, string>; body: string } | null {
  const match = /^---\n(?:([\s\S]*?)\n)??---\n/.exec(source)
  if (!match) return null
  const lines = (match[1] ?? '').split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  return { values: new Map(lines), body: source.slice(match[0].length) }
}

/** Throws when the file has no front matter. */
export function readFrontMatter(file: string, source: string): { front: FrontMatter; body: string } {
  const split = splitFrontMatter(source)
  if (!split) throw new Error(`${file} has no front matter`)
  const { values, body } = split
  const required = (key: string) => {
    const value = values.get(key)
    if (!value) throw new Error(`${file} has no ${key}`)
    return value
  }
  return {
    front: {
      title: required('title'),
      description: required('description'),
      keywords: required('keywords'),
      date: values.get('date') ?? null,
    },
    body,
  }
}
