import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { holder, isAlive, processMark } from './data-dir-lock.ts'

const named = /^part-\w+\.pid$/
const endMs = 5_000

/** Notes the process of a part, for the next start. */
export async function notePid(dataDir: string, processName: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, `part-${processName}.pid`), processMark(pid))
}

/** After a stop in good order there is nobody to end. */
export async function forgetPids(dataDir: string): Promise<void> {
  for (const path of await notedIn(dataDir)) await rm(path, { force: true })
}

async function notedIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => named.test(name)).map((name) => join(dataDir, name))
}

/**
 * Ends parts whose starter was killed. They end by themselves as soon as they notice, but they may hold ports and files a moment
 * longer than the starter held the data directory.
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
