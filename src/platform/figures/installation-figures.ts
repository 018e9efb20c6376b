import type { Platform } from '../platform.ts'
import * as store from './installation-figures-store.ts'

/**
 * `users`: accounts; `rows`, `bytes`: of market data in the history store; `messages`: the most that all gateways
 * delivered to sockets in a second.
 */
export const installationFigures = ['users', 'rows', 'bytes', 'messages'] as const
export type InstallationFigure = (typeof installationFigures)[number]

export async function setFigure(ctx: Platform, name: InstallationFigure, value: number): Promise<void> {
  await store.saveFigure(ctx.postgres.db, { name, value, measuredAt: ctx.clock.now() })
}

export async function raiseFigure(ctx: Platform, name: InstallationFigure, value: number): Promise<void> {
  await store.raiseFigure(ctx.postgres.db, { name, value, measuredAt: ctx.clock.now() })
}

/** Figures that were never measured are missing. */
export async function readInstallationFigures(
  ctx: Pick<Platform, 'postgres'>,
): Promise<Partial<Record<InstallationFigure, number>>> {
  const stored = await store.storedFigures(ctx.postgres.db)
  return Object.fromEntries(
    stored.flatMap(({ name, value }) => installationFigures.filter((one) => one === name).map((one) => [one, value])),
  )
}
