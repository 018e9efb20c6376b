import { minuteMs } from '#src/contract/time.ts'
import { installCatalogue } from '#src/market/catalogue/install.ts'
import { dropAllSimulated } from '#src/market/feed-keys/fed.ts'
import { keyOf } from '#src/market/instruments/instrument.ts'
import { mergeDuplicates } from '#src/market/merge/merge.ts'
import { isSimulating } from '#src/market/settings.ts'
import { tapeChannels } from '#src/market/tape.ts'
import { shardNames } from '#src/platform/addressing/shards.ts'
import { Leadership, type LeadershipOptions, type Term } from '#src/platform/leases/leadership.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Recorder } from './recorder.ts'
import { forgetOtherShards } from './recorder-store.ts'
import { alpacaSettings, exchangeSettings, massiveSettings, relaySettings } from './settings.ts'
import { Alpaca } from './sources/alpaca/alpaca.ts'
import { Exchange, type ExchangeOptions } from './sources/ccxt/exchange.ts'
import { FollowedKeys } from './sources/ccxt/followed-keys.ts'
import { identityOf } from './sources/ccxt/instrument.ts'
import { isPair } from './sources/ccxt/symbols.ts'
import { Following, type Waits } from './sources/following.ts'
import { Massive } from './sources/massive/massive.ts'
import { PushedSource } from './sources/pushed/pushed-source.ts'
import { RelaySource } from './sources/relay/relay-source.ts'
import { SimulatedSource } from './sources/simulated/simulated-source.ts'
import type { Source } from './sources/source.ts'
import type { VendorClass, VendorSymbol } from './sources/vendor/vendor.ts'
import { type VendorPatience, VendorSource } from './sources/vendor/vendor-source.ts'

type Leading = Omit<LeadershipOptions, 'name'>

export type FeedSecrets = {
  relayKey?: string | null
  massiveKey?: string | null
  alpacaKey?: string | null
  alpacaSecret?: string | null
}

/**
 * Opens the sources and the recorders that write the tape to history. The sandbox simulates instruments without history
 * of their own, unless `SIMULATION` is off. Each source and each recorder runs in one process at a time; other
 * processes wait as standbys.
 */
export async function openFeed(ctx: Platform, keys: FeedSecrets = {}, leading: Leading = {}): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  await installCatalogue(ctx)
  // A store failure must not keep the market closed: the next start retries.
  await mergeDuplicates(ctx).catch((error: unknown) => ctx.log.warn('listings could not be merged', { error }))
  stack.use(await leadRecorders(ctx, leading))
  const { exchanges, main, symbols } = ctx.settings.of(exchangeSettings)
  const ids = exchanges ?? []
  const followed = stack.use(await FollowedKeys.open(ctx, ids))
  for (const id of ids) {
    const isMain = id === (main ?? ids[0])
    if (isMain) for (const symbol of symbols.filter(isPair)) followed.add(keyOf(identityOf(symbol, id, isMain)))
    stack.use(await leadExchange(ctx, { id, symbols, isMain }, leading))
  }
  stack.use(await leadPushed(ctx, followed, leading))
  for (const source of sourcesOf(ctx, keys)) stack.use(await leadSource(ctx, source.name, () => source, leading))
  if (isSimulating(ctx)) {
    const simulation = Leadership.open(ctx, { ...leading, name: 'feed:simulated' }, async (term) => {
      await shutOutOthers(ctx, term)
      const simulated = new SimulatedSource(ctx, term)
      await simulated.start((instrument) => !followed.has(keyOf(instrument)))
      return simulated
    })
    stack.use(await simulation)
  } else if (ctx.settings.mode === 'sandbox') {
    await dropAllSimulated(ctx)
  }
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export async function leadRecorders(ctx: Platform, leading: Leading): Promise<AsyncDisposable> {
  await forgetOtherShards(ctx, tapeChannels(ctx))
  const names = shardNames('recorder', ctx.tape.shards)
  const opened = await Promise.allSettled(names.map((name, shard) => leadOne(ctx, { ...leading, name }, shard)))
  const leaderships = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const dispose = () => Promise.all(leaderships.map((one) => one[Symbol.asyncDispose]()))
  const failed = opened.find((one) => one.status === 'rejected')
  if (failed) {
    await dispose()
    throw failed.reason
  }
  return { [Symbol.asyncDispose]: async () => void (await dispose()) }
}

function leadOne(ctx: Platform, options: LeadershipOptions, shard: number): Promise<Leadership> {
  return Leadership.open(ctx, options, async (term) => {
    const recorder = new Recorder(ctx, term, tapeChannels(ctx, { shard }))
    await recorder.start()
    return recorder
  })
}

/** The configured sources that publish through the channel of pushed events. */
function sourcesOf(ctx: Platform, { relayKey, massiveKey, alpacaKey, alpacaSecret }: FeedSecrets): Source[] {
  const { settings } = ctx
  const sources: Source[] = []
  const { url, symbols } = settings.of(relaySettings)
  if (url && relayKey) sources.push(new RelaySource({ url, key: relayKey, symbols }))
  if (massiveKey) {
    const followed = settings.of(massiveSettings).symbols.map(vendorSymbol)
    sources.push(new VendorSource(new Massive({ key: massiveKey }), followed))
  }
  if (alpacaKey && alpacaSecret) {
    const { feed, symbols: followed } = settings.of(alpacaSettings)
    const vendor = new Alpaca({ key: alpacaKey, secret: alpacaSecret, feed })
    sources.push(new VendorSource(vendor, followed.map(vendorSymbol)))
  }
  return sources
}

/** Reads a symbol in the form of the settings: `crypto:BTC/USD`. */
function vendorSymbol(text: string): VendorSymbol {
  const [name = '', written = ''] = text.split(':')
  return { class: name as VendorClass, name: written }
}

/**
 * Runs a source under a lease. The source writes only to the channel of pushed events, where its marks refuse appends
 * of an earlier leaseholder.
 */
function leadSource(
  ctx: Platform,
  name: string,
  open: () => Source | Promise<Source>,
  leading: Leading,
  waits?: Partial<Waits>,
): Promise<Leadership> {
  return Leadership.open(ctx, { ...leading, name: `feed:${name}` }, async (term) =>
    Following.open(ctx, await open(), term, waits),
  )
}

export function leadPushed(ctx: Platform, followed: FollowedKeys, leading: Leading): Promise<Leadership> {
  return Leadership.open(ctx, { ...leading, name: 'feed:pushed' }, async (term) => {
    await shutOutOthers(ctx, term)
    return PushedSource.open(ctx, term, followed)
  })
}

/** Exchanges may be silent for longer than vendors, and have stricter limits for requests. */
const exchangePatience = { silenceMs: minuteMs, retryMs: 1_000 }

export function leadExchange(
  ctx: Platform,
  { patience, waits, ...options }: ExchangeOptions & { patience?: Partial<VendorPatience>; waits?: Partial<Waits> },
  leading: Leading,
): Promise<Leadership> {
  const open = async () => new VendorSource(await Exchange.open(ctx, options), [], { ...exchangePatience, ...patience })
  return leadSource(ctx, options.id, open, leading, waits)
}

/**
 * After this call the tape refuses appends of an earlier leaseholder, so everything that the earlier leaseholder
 * published can be read.
 */
async function shutOutOthers(ctx: Platform, { fence }: Term): Promise<void> {
  await Promise.all(tapeChannels(ctx).map((channel) => ctx.tape.append(channel, [], fence)))
}
