/**
 * Loaded into the product's process before the product. Measures how long the main thread worked without returning to
 * the event loop, in CPU time, so that a busy machine does not matter. `target.ts` requests the figure over the process
 * channel.
 */
const everyMs = 5
/** The length of a deliberate block, by which a test proves that the measurement works. */
const blockedMs = 150

let last = process.threadCpuUsage()
let longestMs = 0

const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(last)
  last = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (user + system) / 1_000)
}, everyMs)
timer.unref()

process.on('message', (command) => {
  if (command === 'longest') {
    // Waits until the timer has noticed a block that has just ended.
    setTimeout(() => {
      process.send?.({ longestMs })
      longestMs = 0
    }, everyMs * 2)
  } else if (command === 'block') {
    const begun = process.threadCpuUsage()
    while (process.threadCpuUsage(begun).user < blockedMs * 1_000);
    process.send?.({})
  } else if (command === 'memory') void settledMemory().then((bytes) => process.send?.({ bytes }))
})
process.channel?.unref()

/** Heap and external memory after garbage collections, with turns of the event loop for finalizers in between. */
async function settledMemory(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

// The parent process has ended.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
