import { SettingsError } from '#src/platform/settings.ts'
import { openVenue } from './sources/ccxt/venue.ts'

const flag = '--live'
const reachMs = 6_000

/**
 * The exchange of `npm start -- --live kraken`; null without the flag. `sentence`: a message if the machine cannot
 * reach the exchange.
 */
export async function liveExchange(
  args: readonly string[],
  config: Record<string, unknown> = {},
): Promise<{ exchange: string } | { sentence: string } | null> {
  const at = args.findIndex((arg) => arg === flag || arg.startsWith(`${flag}=`))
  if (at === -1) return null
  const exchange = (args[at] === flag ? (args[at + 1] ?? '') : (args[at] ?? '').slice(flag.length + 1)).toLowerCase()
  if (!/^[a-z0-9]{2,30}$/.test(exchange))
    throw new SettingsError(`${flag} needs the name of a crypto exchange: npm start -- ${flag} kraken.`)
  const venue = await openVenue(exchange, { timeout: reachMs, ...config })
  try {
    await venue.loadMarkets()
    return { exchange }
  } catch {
    return { sentence: `${exchange} cannot be reached from this machine, so its market is simulated.` }
  } finally {
    await venue.close().catch(() => undefined)
  }
}
