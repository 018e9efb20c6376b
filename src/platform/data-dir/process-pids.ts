import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { holder, isAlive, processMark } from './data-dir-lock.ts'

const named = /^part-\w+\.pid$/
const endMs = 5_000

/** Stores the process id of a child, so that the next start can find it. */
export async function notePid(dataDir: string, processName: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, `part-${processName}.pid`), processMark(pid))
}

export async function forgetPids(dataDir: string): Promise<void> {
  for (const path of await notedIn(dataDir)) await rm(path, { force: true })
}

async function notedIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => named.test(name)).map((name) => join(dataDir, name))
}

/**
 * Ends children whose supervisor was killed. They also stop on their own, but may hold ports and files for a moment
 * after the lock of the data directory is free.
 */
export async function endOrphans(dataDir: string): Promise<void> {
  for (const path of await notedIn(dataDir)) {
    const pid = holder(await readFile(path, 'utf8'))
    if (pid !== null) {
      process.kill(pid, 'SIGKILL')
      for (let waited = 0; waited < endMs && isAlive(pid); waited += 10) await sleep(10)
    }
    await rm(path, { force: true })
  }
}
