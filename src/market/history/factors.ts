import type { Platform } from '#src/platform/platform.ts'
import { instrumentsChannel } from '../instruments/instruments.ts'
import type { Factor } from './adjust.ts'
import { baseOf, factorsOf, factorsOfMany, setFactors } from './factor-store.ts'

export async function readFactors(ctx: Platform, instrumentId: number): Promise<Factor[]> {
  return factorsOf(ctx.postgres.db, instrumentId)
}

export async function readFactorsOf(ctx: Platform, instrumentIds: readonly number[]): Promise<Map<number, Factor[]>> {
  return factorsOfMany(ctx.postgres.db, instrumentIds)
}

/** The imported factors; empty when the factors are computed. */
export async function readImportedFactors(ctx: Platform, instrumentId: number): Promise<Factor[]> {
  const { factors, source } = await baseOf(ctx.postgres.db, instrumentId)
  return source === 'import' ? factors : []
}

/** Replaces an instrument's factors by imported factors and notifies every process. An empty list does nothing. */
export async function replaceFactors(ctx: Platform, instrumentId: number, factors: readonly Factor[]): Promise<void> {
  if (factors.length === 0) return
  await ctx.postgres.transaction(async (tx) => {
    await setFactors(tx, instrumentId, { factors: [...factors], source: 'import' })
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}
