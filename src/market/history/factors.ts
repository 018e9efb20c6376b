import type { Platform } from '#src/platform/platform.ts'
import { instrumentsChannel } from '../instruments/instruments.ts'
import type { Factor } from './adjust.ts'
import { baseOf, factorsOf, setFactors } from './factor-store.ts'

export async function readFactors(ctx: Platform, instrumentId: number): Promise<Factor[]> {
  return factorsOf(ctx.postgres.db, instrumentId)
}

/** The factors as they were imported. */
export async function readImportedFactors(ctx: Platform, instrumentId: number): Promise<Factor[]> {
  return baseOf(ctx.postgres.db, instrumentId)
}

/** Replaces all factors of an instrument and notifies every process; no factors change nothing. */
export async function replaceFactors(ctx: Platform, instrumentId: number, factors: readonly Factor[]): Promise<void> {
  if (factors.length === 0) return
  await ctx.postgres.transaction(async (tx) => {
    await setFactors(tx, instrumentId, factors)
    await ctx.postgres.notify(tx, instrumentsChannel, null)
  })
}
