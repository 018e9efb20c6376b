import { expect, test } from 'vitest'
import { ApiError } from '#sdk/typescript/error.ts'
import { LockedPrices } from '../data/beside.ts'
import { tipOf } from './tip-of.ts'

const refusal = (status: number, error: string, retryAfter: number | null = null) =>
  new ApiError('no', { status, code: status, error, retryAfter })

test.each([
  ['a session that ended', refusal(401, 'key_unknown'), { reader: 'account', at: undefined }, { kind: 'login' }],
  [
    'a limit per minute',
    refusal(429, 'rate_limited', 7),
    { reader: 'visitor', at: undefined },
    { kind: 'quota', seconds: 7 },
  ],
  ['a limit that every plan has', refusal(429, 'rate_limited', 7), { reader: 'account', at: undefined }, null],
  ['prices that are shown with a lock', new LockedPrices('Base'), { reader: 'account', at: undefined }, null],
  [
    'an instrument beyond the plan',
    refusal(403, 'not_in_plan'),
    { reader: 'account', at: undefined },
    { kind: 'plan' },
  ],
  [
    'older bars than the plan has',
    refusal(403, 'not_in_plan'),
    { reader: 'account', at: 'older' },
    { kind: 'history' },
  ],
  [
    'older bars than a visitor may see',
    refusal(403, 'not_in_plan'),
    { reader: 'visitor', at: 'older' },
    { kind: 'history' },
  ],
  ['a plan that ended', refusal(403, 'plan_expired'), { reader: 'account', at: undefined }, { kind: 'expired' }],
  [
    'an instrument of a plan, requested by a visitor',
    refusal(403, 'not_in_plan'),
    { reader: 'visitor', at: undefined },
    { kind: 'visitor' },
  ],
  ['an account that could not be read', refusal(403, 'not_in_plan'), { reader: 'failed', at: undefined }, null],
  ['a fault', refusal(500, 'internal_error'), { reader: 'account', at: undefined }, null],
  ['an error that is no refusal', new Error('x'), { reader: 'account', at: undefined }, null],
] as const)(
  'a failed request of the chart shows the tip that fits its cause, or no tip: %s',
  (_what, error, input, tip) => {
    expect(tipOf(error, input)).toEqual(tip)
  },
)
