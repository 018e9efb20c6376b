import { readFileSync } from 'node:fs'
import { type SettingsGroup, settingsOf } from './setting.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** The variable with the path of a file that has the value of a secret, as container platforms mount them. */
export function secretFileOf(env: string): string {
  return `${env}_FILE`
}

/** The names of the variables with paths of secrets, for all secrets of `groups`. */
export function secretFileNames(groups: readonly SettingsGroup[]): string[] {
  return secretsOf(groups).map(secretFileOf)
}

/** Replaces `NAME_FILE` by `NAME` with the content of the file, for every secret. */
export function withSecretFiles(groups: readonly SettingsGroup[], texts: Texts, problems: string[]): Texts {
  const read = secretsOf(groups).flatMap((env) => {
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

function secretsOf(groups: readonly SettingsGroup[]): string[] {
  return settingsOf(groups).flatMap(({ env, secret }) => (secret ? [env] : []))
}

function contentOf(path: string): { text: string; problem: string } {
  try {
    return { text: readFileSync(path, 'utf8').trim(), problem: 'which is empty.' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    return { text: '', problem: `which cannot be read (${code}).` }
  }
}
