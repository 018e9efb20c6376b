import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A third of the share of the others: they go first, and a sign-in still ends on a busy machine. */
const niceness = 5

/** `awaited`: others wait for this thread, so a flood may be under way. */
export type HashJob = { parameters: Argon2Parameters; awaited: boolean }

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

yieldToOthers()
parentPort?.on('message', ({ parameters, awaited }: HashJob) => {
  const before = process.threadCpuUsage()
  parentPort?.postMessage(argon2Sync('argon2id', parameters))
  if (awaited) rest(process.threadCpuUsage(before).user)
})

/** Twice as long as the work took: a queue of sign-ins never has more than a third of a processor. */
function rest(workedMicroseconds: number): void {
  Atomics.wait(nobodyWakes, 0, 0, (2 * workedMicroseconds) / 1_000)
}

/** Linux gives every thread a priority of its own; elsewhere this one runs like the others. */
function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, niceness)
  } catch {
    // no such file, or no such right
  }
}
