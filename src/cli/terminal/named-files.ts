import { open, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'

/* Files that the operator names, relative to the folder of the command line. */

export async function readNamed({ cwd }: CommandIo, name: string): Promise<string> {
  return readFile(resolve(cwd, name), 'utf8').catch(unlessOfFile(`${name} cannot be read`))
}

/** Returns the whole path. */
export async function writeNamed(
  { cwd }: CommandIo,
  name: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<string> {
  const path = resolve(cwd, name)
  await writeFile(path, content, { mode }).catch(cannotWrite(name))
  return path
}

/** Refuses a file that cannot be written, before work that is not repeated. Its content stays. */
export async function assertWritable({ cwd }: CommandIo, name: string): Promise<void> {
  const file = await open(resolve(cwd, name), 'a').catch(cannotWrite(name))
  await file.close()
}

export const cannotWrite = (name: string) => unlessOfFile(`${name} cannot be written`)

/** Words a failure of the file itself; any other failure is thrown unchanged. */
function unlessOfFile(sentence: string): (cause: unknown) => never {
  return (cause) => {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const isOfFile = cause instanceof Error && ('path' in cause || /^(ENOSPC|EDQUOT|EFBIG|EIO)$/.test(code))
    throw isOfFile ? new SettingsError(`${sentence}: ${code}.`, { cause }) : cause
  }
}
