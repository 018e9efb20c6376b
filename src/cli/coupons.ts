import { formatMicro, parseMicro } from '#src/contract/money.ts'
import type { Coupon, CouponValue } from '#src/plans/coupon.ts'
import { addCoupon, endCoupon, listCoupons } from '#src/plans/coupons/coupons.ts'
import type { Command } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { actor } from './terminal/actor.ts'
import { minuteOf, one, parse, timeFrom } from './terminal/arguments.ts'
import { aboutOne, listing } from './terminal/list-and-act.ts'
import { planIdsFrom } from './terminal/plan-ids.ts'

const options = {
  percent: { type: 'string' },
  amount: { type: 'string' },
  plans: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  uses: { type: 'string' },
  'uses-each': { type: 'string' },
} as const

const add: Command = {
  name: 'coupons add',
  usage:
    'coupons add <CODE> --percent <1-100> | --amount <usdt> [--plans <id,id>] [--from <time>] [--until <time>] [--uses <n>] [--uses-each <n>]',
  summary: 'Make a code that orders become cheaper by, after every other discount',
  async run(ctx, args, io) {
    const { values, positionals } = parse(args, options)
    const coupon = await addCoupon(ctx, actor, {
      code: one(positionals, this.usage),
      value: valueFrom(values.percent, values.amount),
      plans: planIdsFrom(ctx, values.plans),
      validFrom: timeFrom('from', values.from),
      validUntil: timeFrom('until', values.until),
      usesTotal: values.uses === undefined ? null : Number(values.uses),
      usesPerCustomer: values['uses-each'] === undefined ? null : Number(values['uses-each']),
    })
    io.print(lineOf(coupon, ctx.clock.now()))
  },
}

const list = listing('coupons list', 'Every code with what it takes off, where, when and how often', {
  none: 'There are no coupons.',
  read: (ctx) => listCoupons(ctx, actor),
  line: lineOf,
})

const ending = 'End a code; orders that were made with it keep their price'
const end = aboutOne('coupons end <CODE>', ending, async (ctx, code) => {
  await endCoupon(ctx, actor, code)
  return `${code.toUpperCase()} has ended.`
})

export const couponCommands: readonly Command[] = [add, list, end]

function valueFrom(percent: string | undefined, amount: string | undefined): CouponValue {
  if ((percent === undefined) === (amount === undefined)) throw new SettingsError('Give --percent or --amount.')
  if (percent !== undefined) return { kind: 'percent', percent: Number(percent) }
  const micro = parseMicro(amount ?? '')
  if (micro === null) throw new SettingsError(`--amount ${amount} is not an amount. Write it as 15.00.`)
  return { kind: 'amount', amount: micro }
}

function lineOf(coupon: Coupon, now: number): string {
  const { code, value, plans, validFrom, validUntil, usesTotal, usesPerCustomer, endedAt } = coupon
  const off = value.kind === 'percent' ? `${value.percent}%` : `${formatMicro(value.amount)} USDT`
  const uses = [
    ...(usesTotal === null ? [] : [`${usesTotal} uses`]),
    ...(usesPerCustomer === null ? [] : [`${usesPerCustomer} for each customer`]),
  ]
  const isOver = endedAt !== null || (validUntil !== null && validUntil <= now)
  const until = validUntil === null ? '' : ` to ${minuteOf(validUntil)}`
  const time = endedAt === null ? `${minuteOf(validFrom)}${until}` : `ended ${minuteOf(endedAt)}`
  const state = isOver ? 'over' : validFrom > now ? 'to come' : 'valid'
  return [code, `−${off}`, plans?.join(',') ?? 'every plan', time, uses.join(', ') || 'any number of uses', state].join(
    '  ',
  )
}
