import { every } from '../loop.ts'
import type { Platform } from '../platform.ts'
import * as store from './process-figures-store.ts'

export type { Figures } from './process-figures-store.ts'

const writes = { everyMs: 2_000, failed: 'the figures of this process could not be shared; tried again' }
/** A process whose figures are older than this counts as ended. */
const lifeMs = 10_000
/** Unchanged figures are written again after this time. */
const againMs = 6_000

/** Shares this process's figures with all other processes until disposed; changed figures within two seconds. */
export function shareFigures(ctx: Platform, read: () => store.Figures): AsyncDisposable {
  const { db } = ctx.postgres
  const id = ctx.random.uuid()
  let written = { text: '', at: Number.NEGATIVE_INFINITY }
  const writing = every(ctx, writes, async () => {
    const figures = read()
    const now = { text: JSON.stringify(figures), at: ctx.clock.elapsed() }
    if (now.text === written.text && now.at - written.at < againMs) return
    await writeFigures(ctx, id, figures)
    written = now
  })
  return {
    async [Symbol.asyncDispose]() {
      await writing[Symbol.asyncDispose]()
      await store
        .removeFigures(db, id)
        .catch((cause: unknown) => ctx.log.warn('shared figures stay for a moment', { cause }))
    },
  }
}

export async function writeFigures(ctx: Platform, id: string, figures: store.Figures): Promise<void> {
  await store.writeFigures(ctx.postgres.db, id, figures, ctx.clock.now())
}

export async function sharedFigures(ctx: Platform): Promise<store.Figures[]> {
  return store.figuresSince(ctx.postgres.db, ctx.clock.now() - lifeMs)
}
