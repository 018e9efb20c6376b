/**
 * Loaded into the product's process before the product: its clock is the drill's, and the names of its nodes, which live
 * mode wants to be public and behind TLS, lead to the drill's proxy. Everything else is as in any installation.
 */
import { systemClock } from '#src/platform/clock.ts'
import { drillClock } from './clock.ts'

const { EVM_CLOCK = '', EVM_PROXY = '' } = process.env
const clock = drillClock(JSON.parse(EVM_CLOCK))
Object.assign(systemClock, { now: clock.now, sleep: clock.sleep })
process.on('message', (message: { aheadMs: number }) => clock.setAhead(message.aheadMs))
process.channel?.unref()

const plainFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const node = typeof input === 'string' ? /^https:\/\/([\w-]+)\.node\.example\.com$/.exec(input)?.[1] : undefined
  return plainFetch(node ? `${EVM_PROXY}/${node}` : input, init)
}
