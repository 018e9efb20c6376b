import { z } from 'zod'
import { noBody, nothing } from '../../account/shapes.ts'
import { defineRoute } from '../../route.ts'
import { couponMax } from '../../sales/coupon.ts'
import { authorityErrors, staffErrors } from '../console.ts'

const coupon = z.object({
  code: z.string(),
  percent: z.number().nullable(),
  amount: z.string().nullable().describe('USDT'),
  plans: z.array(z.string()).nullable().describe('null: every plan that is sold'),
  validFrom: z.number().describe('ms'),
  validUntil: z.number().nullable().describe('ms'),
  usesTotal: z.number().nullable(),
  usesPerCustomer: z.number().nullable(),
  endedAt: z.number().nullable().describe('ms'),
  state: z.enum(['valid', 'to_come', 'over']),
})
export type ListedCoupon = z.infer<typeof coupon>

export const listCouponsRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/coupons',
  summary: 'Every coupon code, the newest first',
  auth: 'staff',
  verb: 'coupon.list',
  data: z.array(coupon),
  errors: staffErrors,
})

export const couponUsesRoute = defineRoute({
  method: 'GET',
  path: '/api/operator/coupons/uses',
  summary: 'The number of open and completed orders with each code',
  auth: 'staff',
  verb: 'coupon.list',
  data: z.record(z.string(), z.number()),
  errors: staffErrors,
})

const count = z.number().nullable()

export const addCouponRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/coupons',
  summary:
    'Makes a code valid; exactly one of percent and amount is given. The maximum discount of all its uses counts for the limit of the day',
  auth: 'staff',
  verb: 'coupon.add',
  body: z.strictObject({
    code: z.string().trim().min(1).max(couponMax),
    percent: count,
    amount: z.string().nullable().describe('USDT'),
    plans: z.array(z.string().min(1).max(64)).min(1).max(500).nullable(),
    from: z.string().max(40).nullable().describe('a time, in UTC if it has no zone; null: now'),
    until: z.string().max(40).nullable(),
    uses: count,
    'uses-each': count,
  }),
  data: z.object({ code: z.string() }),
  errors: [...staffErrors, ...authorityErrors, 'coupon_exists', 'invalid_parameter', 'invalid_time'],
})

export const endCouponRoute = defineRoute({
  method: 'POST',
  path: '/api/operator/coupons/{code}/end',
  summary: 'Ends a code; orders that were made with it keep their price',
  auth: 'staff',
  verb: 'coupon.end',
  params: z.object({ code: z.string().min(1).max(couponMax) }),
  body: noBody,
  data: nothing,
  errors: [...staffErrors, 'coupon_unknown', 'coupon_not_valid_now'],
})
