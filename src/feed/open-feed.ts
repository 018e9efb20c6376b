import { installCatalogue } from '#src/market/catalogue/install.ts'
import { mergeDuplicates } from '#src/market/merge/merge.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Recorder } from './recorder.ts'
import { exchangeSettings } from './settings.ts'
import { ExchangeSource } from './sources/ccxt/exchange-source.ts'
import { SimulatedSource } from './sources/simulated/simulated-source.ts'

/** Feeds the tape and records it to history. The sandbox simulates every market that no exchange feeds. */
export async function openFeed(ctx: Platform): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  await installCatalogue(ctx)
  // A store failure must not keep the market closed: the next start retries.
  await mergeDuplicates(ctx).catch((error: unknown) => ctx.log.warn('listings could not be merged', { error }))
  const recorder = stack.use(new Recorder(ctx))
  await recorder.start()
  const { exchange: id, symbols } = ctx.settings.of(exchangeSettings)
  const told = id === null ? null : stack.use(await ExchangeSource.start(ctx, { id, symbols }))
  if (ctx.settings.mode === 'sandbox') {
    const simulated = stack.use(new SimulatedSource(ctx))
    await simulated.start((instrument) => !told?.tells(instrument))
  }
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
