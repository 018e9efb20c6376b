import type { z } from 'zod'
import { refuse } from '#src/contract/errors.ts'
import type { usageRoute } from '#src/contract/usage.ts'
import { limitsOf, planById } from '#src/plans/catalogue.ts'
import type { Platform } from '#src/platform/platform.ts'
import { firstKey } from './key.ts'
import { type AccountActor, keysOfAccount } from './keys.ts'
import { readUsage, usageNow } from './usage.ts'

const dayMs = 86_400_000
const steps = { minute: 60_000, hour: 3_600_000, day: dayMs } as const
const rangeMaxMs = 400 * dayMs

/** What `/api/usage` answers: the minute of one key, and a series of one or all keys of the account. */
export async function usage(
  ctx: Platform,
  actor: AccountActor,
  input: z.output<typeof usageRoute.query>,
): Promise<z.output<typeof usageRoute.data>> {
  const now = ctx.clock.now()
  const keys = await keysOfAccount(ctx, actor.accountId)
  const key = input.key === undefined ? firstKey(keys, now) : keys.find(({ id }) => id === input.key)
  if (input.key !== undefined && !key) throw refuse('not_found')
  const to = instant(input.to, 'to', now)
  const from = instant(input.from, 'from', to - dayMs)
  if (from > to || to - from > rangeMaxMs) throw refuse('invalid_time', { param: 'from' })
  const step = input.step ?? (to - from <= 3 * steps.hour ? 'minute' : to - from <= 8 * dayMs ? 'hour' : 'day')
  if ((to - from) / steps[step] > 5_000) throw refuse('invalid_time', { param: 'from' })
  const ids = input.key === undefined ? keys.map(({ id }) => id) : [input.key]
  const series = await readUsage(ctx, ids, {
    from: Math.floor(from / steps[step]) * steps[step],
    to: to + 1,
    stepMs: steps[step],
  })
  const plan = key ? planById(key.planId, key.planEdition) : null
  const minute =
    key && plan
      ? await usageNow(ctx, { kind: 'key', keyId: key.id, limits: limitsOf(plan) })
      : { limit: 0, remaining: 0, resetAt: now }
  return { ...minute, step, series }
}

function instant(text: string | undefined, param: string, standard: number): number {
  if (text === undefined || text === '') return standard
  if (!/^\d{1,14}$/.test(text)) throw refuse('invalid_time', { param })
  return Number(text)
}
