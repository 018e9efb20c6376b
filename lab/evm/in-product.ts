/**
 * Loaded into the product's process before the product. Sets the drill's clock and redirects the nodes' host names,
 * which must be public and use TLS in live mode, to the drill's proxy. Everything else is as in any installation.
 */
import { systemClock } from '#src/platform/clock.ts'
import { drillClock } from './clock.ts'

const { EVM_CLOCK = '', EVM_PROXY = '' } = process.env
const clock = drillClock(JSON.parse(EVM_CLOCK))
Object.assign(systemClock, { now: clock.now, elapsed: clock.elapsed, sleep: clock.sleep })
process.on('message', (message: { aheadMs: number }) => clock.setAhead(message.aheadMs))
process.channel?.unref()

const plainFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const node = typeof input === 'string' ? /^https:\/\/([\w-]+)\.node\.example\.com$/.exec(input)?.[1] : undefined
  return plainFetch(node ? `${EVM_PROXY}/${node}` : input, init)
}
