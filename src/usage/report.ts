import type { z } from 'zod'
import type {
  KeyMinute,
  UsageError,
  UsageReport,
  UsageStep,
  usageErrorsRoute,
  usageRoute,
} from '#src/contract/account/usage.ts'
import { type ErrorName, errorCatalogue, refuse } from '#src/contract/errors.ts'
import type { Locale } from '#src/contract/locale.ts'
import { dayMs, minuteMs } from '#src/contract/time.ts'
import { allowanceId, firstKey, type Key, limitsNow, type VerifiedKey } from '#src/keys/key/key.ts'
import { maskSecret } from '#src/keys/key/secret.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { planName } from '#src/plans/name.ts'
import type { AccountActor } from '#src/platform/actor.ts'
import type { Platform } from '#src/platform/platform.ts'
import { csvFile } from '#src/platform/text/csv.ts'
import { readTallies } from './meter.ts'
import { UsageReading } from './reading.ts'
import { allowanceOf, type Failure, type FailureDetail, type Range, seriesOf, sharesOf, type Tally } from './usage.ts'

const stepMs: Record<UsageStep, number> = { minute: minuteMs, hour: 60 * minuteMs, day: dayMs }
const rangeMaxMs = 400 * dayMs
const stepsMax = 5_000
const errorsStandard = 50
const errorsMax = 200

type UsageQuery = z.output<typeof usageRoute.query>

/** The remaining requests of a key's minute; the gateway's headers have the same figures. */
export async function usageNow(
  ctx: Platform,
  key: Pick<VerifiedKey, 'kind' | 'allowanceId' | 'limits'>,
): Promise<{ limit: number | null; remaining: number | null; resetAt: number }> {
  const { name, rateLimit } = allowanceOf(key, '')
  const { remaining, resetMs } = await ctx.limiter.peek(name, rateLimit)
  const unlimited = key.limits.perMinute === null
  return { limit: key.limits.perMinute, remaining: unlimited ? null : remaining, resetAt: ctx.clock.now() + resetMs }
}

/** The response of `/api/usage`: the minute of one key, and the figures of one key or of all keys of the account. */
export async function usage(
  ctx: Platform,
  actor: AccountActor,
  input: UsageQuery,
  reading = new UsageReading(ctx, actor.accountId),
): Promise<UsageReport> {
  const query = await read(ctx, reading, input)
  const tallies = await reading.tallies(query.ids, query)
  const { from } = query.minute
  const isInSeries = query.stepMs === minuteMs && query.from <= from && from < query.to
  const minute = await minuteOf(ctx, reading, query.key, from, async () =>
    isInSeries ? tallies : reading.tallies(query.ids, query.minute),
  )
  return { ...minute, step: query.step, series: seriesOf(tallies), calls: sharesOf(tallies) }
}

/** The current minute of every valid key. */
export async function usageMinute(
  ctx: Platform,
  actor: AccountActor,
  reading = new UsageReading(ctx, actor.accountId),
): Promise<KeyMinute[]> {
  const keys = await reading.keys()
  const now = ctx.clock.now()
  const usable = keys.filter(({ expiresAt }) => expiresAt > now)
  const ids = usable.map(({ id }) => id)
  const minute = minuteAt(now)
  let tallies: Promise<Tally[]> | null = null
  const readOnce = () => {
    tallies ??= reading.tallies(ids, minute)
    return tallies
  }
  return Promise.all(
    usable.map(async (key) => {
      const { limit, used } = await minuteOf(ctx, reading, key, minute.from, readOnce)
      return { keyId: key.id, limit, used }
    }),
  )
}

type Minute = Pick<UsageReport, 'limit' | 'used' | 'remaining' | 'resetAt'>

function minuteAt(now: number): Range {
  const from = Math.floor(now / minuteMs) * minuteMs
  return { from, to: from + minuteMs, stepMs: minuteMs }
}

/**
 * The minute of `key`. An unlimited key has no counter: its requests come from `read`, which returns the tallies of
 * the calendar minute that starts at `from`.
 */
async function minuteOf(
  ctx: Platform,
  reading: UsageReading,
  key: Key | null,
  from: number,
  read: () => Promise<readonly Tally[]>,
): Promise<Minute> {
  const now = ctx.clock.now()
  const plan = key && catalogueOf(ctx).planById(key.planId, key.planEdition)
  if (!key || !plan) return { limit: 0, used: 0, remaining: 0, resetAt: now }
  const limits = limitsNow(plan, await reading.overrideOf(key), now)
  const left = await usageNow(ctx, { kind: 'key', allowanceId: allowanceId(key), limits })
  if (left.limit !== null) return { ...left, used: left.limit - (left.remaining ?? 0) }
  const tallies = await read()
  const [point] = seriesOf(tallies.filter(({ keyId, t }) => keyId === key.id && t === from))
  return { ...left, used: point?.requests ?? 0, resetAt: from + minuteMs }
}

/** The newest refused calls with their reasons in the reader's language. */
export async function usageErrors(
  ctx: Platform,
  actor: AccountActor,
  input: z.output<typeof usageErrorsRoute.query>,
  locale: Locale,
  reading = new UsageReading(ctx, actor.accountId),
): Promise<UsageError[]> {
  const { ids, since, to } = await read(ctx, reading, { ...input, step: 'day' })
  const limit = Math.min(errorsMax, Number(input.limit ?? errorsStandard))
  const failures = await reading.failures(ids, { from: since, to, limit })
  return failures.map((failure) => presentFailure(ctx, failure, locale))
}

function presentFailure(ctx: Platform, { reason, detail, ...rest }: Failure, locale: Locale): UsageError {
  return { ...rest, error: reason, message: reason in errorCatalogue ? wordsOf(ctx, reason, detail, locale) : reason }
}

function wordsOf(
  ctx: Platform,
  reason: ErrorName,
  { planId, param, retryAfter, values }: FailureDetail,
  locale: Locale,
): string {
  const plan = planId === undefined ? null : catalogueOf(ctx).planById(planId)
  return errorMessage(locale, reason, {
    ...(param === undefined ? {} : { param }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    values: { ...values, ...(plan ? { plan: planName(plan, locale) } : {}) },
  })
}

/** The usage as CSV with masked keys. */
export async function usageCsv(ctx: Platform, actor: AccountActor, input: UsageQuery): Promise<string> {
  const query = await read(ctx, new UsageReading(ctx, actor.accountId), input)
  const names = new Map(query.keys.map(({ id, head, tail }) => [id, maskSecret(head, tail)]))
  const tallies = await readTallies(ctx, query.ids, query)
  return csvFile(
    'time,key,call,status,reason,counted,uncounted,bytes',
    tallies.map(({ keyId, t, call, status, reason, requests, uncounted, bytes }) => [
      new Date(t).toISOString(),
      names.get(keyId),
      call,
      status,
      reason,
      requests,
      uncounted,
      bytes,
    ]),
  )
}

async function read(ctx: Platform, reading: UsageReading, input: UsageQuery) {
  const now = ctx.clock.now()
  const keys = await reading.keys()
  const key = input.key === undefined ? firstKey(keys, now) : (keys.find(({ id }) => id === input.key) ?? null)
  if (input.key !== undefined && !key) throw refuse('not_found')
  const to = instant(input.to, 'to', now)
  const from = instant(input.from, 'from', to - dayMs)
  if (from > to) throw refuse('invalid_time', { param: 'from' })
  if (to - from > rangeMaxMs)
    throw refuse('invalid_time', { param: 'from', values: { accepts: 'span', max: rangeMaxMs / dayMs } })
  const step = input.step ?? (to - from <= 3 * stepMs.hour ? 'minute' : to - from <= 8 * dayMs ? 'hour' : 'day')
  const width = stepMs[step]
  if ((to - from) / width > stepsMax) throw refuse('invalid_time', { param: 'from' })
  const ids = input.key === undefined ? keys.map(({ id }) => id) : [input.key]
  const range = { stepMs: width, from: Math.floor(from / width) * width, to: to + 1 }
  return { keys, key, ids, step, since: from, ...range, minute: minuteAt(now) }
}

function instant(text: string | undefined, param: string, standard: number): number {
  if (text === undefined || text === '') return standard
  if (!/^\d{1,14}$/.test(text)) throw refuse('invalid_time', { param })
  return Number(text)
}
