export type SampleRequest = { apiUrl: string; path: string; query: Record<string, string> }

export function sampleUrl({ apiUrl, path, query }: SampleRequest): string {
  return `${apiUrl}${path}?${new URLSearchParams(query)}`
}

/** Formats a response for reading: one line for each field of the envelope and for each row. */
export function prettyAnswer(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body)
  const fields = Object.entries(body).map(([name, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `  ${JSON.stringify(name)}: ${spaced(value)}`
    return `  ${JSON.stringify(name)}: [\n${value.map((row) => `    ${spaced(row)}`).join(',\n')}\n  ]`
  })
  return `{\n${fields.join(',\n')}\n}`
}

function spaced(value: unknown): string {
  return (
    JSON.stringify(value, null, 1)
      ?.replace(/\n\s*/g, ' ')
      .replace(/([{[]) | ([}\]])/g, '$1$2') ?? 'null'
  )
}
