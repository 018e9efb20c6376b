import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes `body` to a temporary file, which exists while `work` runs with its path. */
export type Spool = ((body: string | Buffer, work: (file: string) => Promise<unknown>) => Promise<void>) &
  AsyncDisposable

/**
 * A spool for large inserts: the engine reads a file five times as fast as rows inside the statement, and another
 * process that writes the file does not pass the rows through the engine's process.
 */
export async function openSpool(folder: string): Promise<Spool> {
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  let count = 0
  const spool = async (body: string | Buffer, work: (file: string) => Promise<unknown>) => {
    count += 1
    const file = join(folder, String(count))
    try {
      // The start of the process with the engine removes the folders of all processes.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, body)
      await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }
  return Object.assign(spool, { [Symbol.asyncDispose]: remove })
}
