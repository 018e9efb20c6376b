import { variables } from './config-variables.ts'

export function unknownInFile(file: Record<string, string | undefined>): string[] {
  const known = new Set(variables.map(({ name }) => name))
  return Object.keys(file)
    .filter((name) => !known.has(name))
    .map((name) => {
      const near = nearest(name)
      return `.env sets ${name}, which is not a setting. ${near ? `Did you mean ${near}?` : 'Remove it; .env.example lists what there is.'}`
    })
}

/** A typing error in the environment would be ignored in silence; names that merely look alike are long enough to tell apart. */
export function nearMisses(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    const near = nearest(name)
    return near ? [`The environment sets ${name}, which is not a setting. Did you mean ${near}?`] : []
  })
}

function nearest(name: string): string | null {
  if (variables.some((variable) => variable.name === name)) return null
  const near = variables.find((variable) => {
    const allowed = variable.name.length >= 9 ? 2 : variable.name.length >= 7 ? 1 : 0
    return allowed > 0 && editDistance(name, variable.name, allowed) <= allowed
  })
  return near?.name ?? null
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up beyond `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] ?? []
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? most + 1
}
