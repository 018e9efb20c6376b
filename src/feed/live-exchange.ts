import { SettingsError } from '#src/platform/settings.ts'
import { openVenue } from './sources/ccxt/venue.ts'

const flag = '--live'
const reachMs = 6_000

/**
 * The exchange of `npm start -- --live kraken`; null without the flag. `sentence`: a message if the machine cannot
 * reach the exchange. Another argument is refused, because a start with a mistyped one would have no exchange.
 */
export async function liveExchange(
  args: readonly string[],
  config: Record<string, unknown> = {},
): Promise<{ exchange: string } | { sentence: string } | null> {
  const isFlag = (arg: string) => arg === flag || arg.startsWith(`${flag}=`)
  const at = args.findIndex(isFlag)
  const unknown = args.find((arg, n) => !isFlag(arg) && !(args[at] === flag && n === at + 1))
  if (unknown !== undefined)
    throw new SettingsError(`Unknown argument "${unknown}". A start takes only ${flag}: npm start -- ${flag} kraken.`)
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
