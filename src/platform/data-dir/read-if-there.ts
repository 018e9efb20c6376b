import { readFile } from 'node:fs/promises'

/** The text of a file; null where there is none. Any other failure is thrown. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return null
    throw cause
  }
}

/** Whether the system refused with this code. */
export function hasCode(cause: unknown, code: string): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
