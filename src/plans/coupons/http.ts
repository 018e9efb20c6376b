import { z } from 'zod'
import { refuse } from '#src/contract/errors.ts'
import { formatMicro, parseMicro } from '#src/contract/money.ts'
import {
  addCouponRoute,
  endCouponRoute,
  type ListedCoupon,
  listCouponsRoute,
} from '#src/contract/operator/plans/coupons.ts'
import type { Api } from '#src/platform/http/api.ts'
import type { Coupon, CouponValue } from '../coupon.ts'
import { addCoupon, endCoupon, listCoupons } from './coupons.ts'

export function mountCoupons(api: Api): void {
  api.handle(listCouponsRoute, async (ctx, { actor }) => {
    const now = ctx.clock.now()
    return (await listCoupons(ctx, actor)).map((coupon) => present(coupon, now)).reverse()
  })
  api.handle(addCouponRoute, async (ctx, { actor, body }) => {
    const { code } = await addCoupon(ctx, actor, {
      code: body.code,
      value: readValue(body.percent, body.amount),
      plans: body.plans,
      validFrom: readTime('from', body.from),
      validUntil: readTime('until', body.until),
      usesTotal: body.uses,
      usesPerCustomer: body['uses-each'],
    })
    return { code }
  })
  api.handle(endCouponRoute, (ctx, { actor, params }) => endCoupon(ctx, actor, params.code))
}

function readValue(percent: number | null, amount: string | null): CouponValue {
  if (percent !== null && amount === null) return { kind: 'percent', percent }
  const micro = amount === null || percent !== null ? null : parseMicro(amount.trim())
  if (micro === null) throw refuse('invalid_parameter', { param: 'amount' })
  return { kind: 'amount', amount: micro }
}

const timeForm = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/** Reads a date, or a time, which is UTC if it has no zone. */
function readTime(param: string, text: string | null): number | null {
  if (text === null) return null
  const [, date, clock, zone] = timeForm.exec(text) ?? []
  const at = Date.parse(clock && !zone ? `${text}Z` : text)
  // The built-in parser takes 31 June for 1 July.
  if (Number.isNaN(at) || !z.iso.date().safeParse(date).success) throw refuse('invalid_time', { param })
  return at
}

function present({ value, plans, createdAt: _createdAt, ...coupon }: Coupon, now: number): ListedCoupon {
  const { endedAt, validFrom, validUntil } = coupon
  const isOver = endedAt !== null || (validUntil !== null && validUntil <= now)
  return {
    ...coupon,
    percent: value.kind === 'percent' ? value.percent : null,
    amount: value.kind === 'amount' ? formatMicro(value.amount) : null,
    plans: plans === null ? null : [...plans],
    state: isOver ? 'over' : validFrom > now ? 'to_come' : 'valid',
  }
}
