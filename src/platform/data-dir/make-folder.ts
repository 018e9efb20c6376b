import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { SettingsError } from '../settings.ts'
import { hasCode } from './read-if-there.ts'

/**
 * Creates a folder that an operator named, and its parents. `setting`: the name of its setting in a refusal. Node's
 * recursive `mkdir` never returns below /proc, where `mkdir` fails with ENOENT.
 */
export async function makeFolder(path: string, setting: string): Promise<void> {
  const missing: string[] = []
  let parent = resolve(path)
  try {
    for (; !(await isThere(parent)); parent = dirname(parent)) missing.unshift(parent)
    for (const folder of missing) await makeOne(folder)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new SettingsError(`${setting} ${path} cannot be created: ${reasons[code]?.(parent) ?? code}.`, { cause })
  }
}

const reasons: Readonly<Record<string, (parent: string) => string>> = {
  ENOENT: (parent) => `the file system of ${parent} accepts no new folders`,
  EROFS: (parent) => `the file system of ${parent} is mounted read-only`,
  EACCES: (parent) => `this user may not write in ${parent}`,
  ENOTDIR: () => 'a part of the path is a file',
}

async function makeOne(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((cause: unknown) => {
    // Another process made the folder first.
    if (!hasCode(cause, 'EEXIST')) throw cause
  })
}

/** Throws if there is a file at the path. */
async function isThere(path: string): Promise<boolean> {
  try {
    if ((await stat(path)).isDirectory()) return true
    throw Object.assign(new Error(`${path} is a file`), { code: 'ENOTDIR' })
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false
    throw cause
  }
}
