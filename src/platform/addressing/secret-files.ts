import { readFileSync } from 'node:fs'

type Texts = Readonly<Record<string, string | undefined>>
type Named = { readonly env: string; readonly secret?: true }

/** The name of the variable with the path of a file that has the secret. Container platforms mount secrets as files. */
export function secretFileOf(env: string): string {
  return `${env}_FILE`
}

export function secretFileNames(settings: readonly Named[]): string[] {
  return secretsOf(settings).map(secretFileOf)
}

/** Reads each secret that is set as `NAME_FILE` from its file, and sets it as `NAME`. */
export function withSecretFiles(settings: readonly Named[], texts: Texts, problems: string[]): Texts {
  const read = secretsOf(settings).flatMap((env) => {
    const path = texts[secretFileOf(env)]?.trim()
    if (!path) return []
    if (texts[env]?.trim()) {
      problems.push(`${env} and ${secretFileOf(env)} are both set. Keep one of them.`)
      return []
    }
    const value = contentOf(path)
    if (value.text) return [[env, value.text] as const]
    problems.push(`${secretFileOf(env)} names ${path}, ${value.problem}`)
    return []
  })
  return { ...texts, ...Object.fromEntries(read) }
}

function secretsOf(settings: readonly Named[]): string[] {
  return settings.flatMap(({ env, secret }) => (secret ? [env] : []))
}

function contentOf(path: string): { text: string; problem: string } {
  try {
    return { text: readFileSync(path, 'utf8').trim(), problem: 'which is empty.' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    return { text: '', problem: `which cannot be read (${code}).` }
  }
}
