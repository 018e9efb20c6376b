import { countAccounts } from '#src/accounts/facts.ts'
import { minuteMs } from '#src/contract/time.ts'
import { storedHistory } from '#src/market/history/size.ts'
import { raiseFigure, setFigure } from '#src/platform/figures/installation-figures.ts'
import { sharedFigures } from '#src/platform/figures/process-figures.ts'
import { every } from '#src/platform/loop.ts'
import type { Platform } from '#src/platform/platform.ts'

const counts = { everyMs: 5 * minuteMs, failed: 'the size of the installation could not be counted; tried again' }
/** Each gateway publishes its rate every two seconds. A peak between two reads of these rates may be missed. */
const rates = { everyMs: 10_000, failed: 'the rate of deliveries could not be read; tried again' }

/** Measures the figures that the home page states about this installation. */
export function measureInstallation(ctx: Platform): AsyncDisposable {
  const counting = every(ctx, counts, () => countInstallation(ctx))
  const rating = every(ctx, rates, () => notePeak(ctx))
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([counting[Symbol.asyncDispose](), rating[Symbol.asyncDispose]()])
    },
  }
}

export async function countInstallation(ctx: Platform): Promise<void> {
  await setFigure(ctx, 'users', await countAccounts(ctx))
  const { rows, bytes } = await storedHistory(ctx)
  await setFigure(ctx, 'rows', rows)
  await setFigure(ctx, 'bytes', bytes)
}

export async function notePeak(ctx: Platform): Promise<void> {
  const figures = await sharedFigures(ctx)
  const delivered = Math.floor(figures.reduce((sum, one) => sum + (one.delivered ?? 0), 0))
  if (delivered > 0) await raiseFigure(ctx, 'messages', delivered)
}
