import { installCatalogue } from '#src/market/instruments.ts'
import type { Platform } from '#src/platform/platform.ts'
import { Recorder } from './recorder.ts'
import { SimulatedSource } from './simulated/simulated-source.ts'

/** Brings the market to the tape and the tape to history. In the sandbox the market is simulated. */
export async function openFeed(ctx: Platform): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  await installCatalogue(ctx)
  const recorder = stack.use(new Recorder(ctx))
  await recorder.start()
  if (ctx.settings.mode === 'sandbox') {
    const simulated = stack.use(new SimulatedSource(ctx))
    await simulated.start()
  }
  const owned = stack.move()
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
