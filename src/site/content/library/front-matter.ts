export type FrontMatter = { title: string; description: string; keywords: string; date: string | null }

/** Splits a Markdown file into its head (`key: value` lines between `---`) and its text. */
export function readFrontMatter(file: string, source: string): { front: FrontMatter; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n/.exec(source)
  if (!match) throw new Error(`${file} has no front matter`)
  const lines = (match[1] ?? '').split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
  })
  const values = new Map(lines)
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
    body: source.slice(match[0].length),
  }
}
