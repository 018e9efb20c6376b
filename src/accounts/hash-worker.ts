import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A third of the share of the others: they go first, and a sign-in still ends on a busy machine. */
const niceness = 5

yieldToOthers()
parentPort?.on('message', (job: Argon2Parameters) => parentPort?.postMessage(argon2Sync('argon2id', job)))

/** Linux gives every thread a priority of its own; elsewhere this one runs like the others. */
function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, niceness)
  } catch {
    // no such file, or no such right
  }
}
