import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { setPriority } from 'node:os'

/**
 * At this priority the process gets about a tenth of another process's CPU share, so sign-ins do not slow the gateway.
 */
const niceness = 10

export type HashJob = { parameters: Argon2Parameters; awaited: boolean }

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4))

setPriority(niceness)
// The worker ends when its parent closes the channel. A signal to the process group must not end a sign-in that the
// parent still answers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('message', ({ parameters, awaited }: HashJob) => {
  const before = process.cpuUsage()
  process.send?.(argon2Sync('argon2id', parameters))
  if (awaited) rest(process.cpuUsage(before).user)
})

/** Pauses twice as long as the work took, so that a queue of sign-ins uses at most a third of a processor. */
function rest(workedMicroseconds: number): void {
  Atomics.wait(nobodyWakes, 0, 0, (2 * workedMicroseconds) / 1_000)
}
