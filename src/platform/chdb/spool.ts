import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../data-dir/process-mark.ts'

/** Writes `body` to a temporary file, runs `work` with its path, and removes the file. */
export type Spool = ((body: string | Buffer, work: (file: string) => Promise<unknown>) => Promise<void>) &
  AsyncDisposable

/**
 * A spool for large inserts. The engine reads a file five times as fast as rows inside a statement. When another
 * process writes the file, the rows do not pass through the engine's process.
 */
export async function openSpool(folder: string): Promise<Spool> {
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  let count = 0
  const spool = async (body: string | Buffer, work: (file: string) => Promise<unknown>) => {
    count += 1
    const file = join(folder, String(count))
    try {
      // The process with the engine removes the folders of all processes at its start.
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, body)
      await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }
  return Object.assign(spool, { [Symbol.asyncDispose]: remove })
}

/** The spool of a process without the engine, in the engine's spool folder. Removes the spools of killed processes. */
export async function openProcessSpool(engineFolder: string): Promise<Spool> {
  // The folder is missing until the first insert.
  for (const name of await readdir(engineFolder).catch(() => [])) {
    const [, pid] = /^process-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(engineFolder, name), { recursive: true, force: true })
  }
  return openSpool(join(engineFolder, `process-${process.pid}`))
}
