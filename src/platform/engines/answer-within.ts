/**
 * The result of `work`, or an error with `message` if none arrives within `limitMs`. After a pause of this process, such
 * as a long task or a busy machine, an answer that has arrived meanwhile is read first: a timer alone would end before
 * it, because the event loop runs timers before it reads sockets.
 */
export async function answerWithin<T>(limitMs: number, message: string, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let reading: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    reading = setImmediate(() => reject(new Error(message)))
  }, limitMs)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    clearImmediate(reading)
  }
}
