import type { Locale } from '#src/contract/locale.ts'
import { isWorldwide } from '#src/contract/market.ts'
import { exchangeName } from '#src/locales/exchanges.ts'
import { type LiveState, type PublicClass, publicCoverage } from '#src/market/coverage/public-coverage.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { wordsOf } from '../../context/words.server.ts'
import type { PageCall } from '../../page/page.server.ts'
import { mapRead, readOf } from '../../reads/read.ts'
import { withoutFiguresMs } from '../../showcase/showcase.server.ts'
import { products } from '../../showcase/showcase.ts'
import { integratedPlans, pricedMarkets } from '../pricing/priced-plans.server.ts'

/** Dates have the form `2026-01-31`. `days`, `intraday`, `ticks`: null if nothing of the kind is stored. */
export type CoverageRow = {
  exchange: string
  flag: string | null
  instruments: number
  stored: number
  days: string | null
  intraday: { interval: string; first: string } | null
  ticks: string | null
  last: string
  state: LiveState
}

export type Delay = { seconds: number; tiers: string[] }

export type CoverageData = ReturnType<typeof coverageAt>

/** The counts of the stored data; `none` before the first count. */
export async function loadCoverage(call: PageCall) {
  const { ctx, share } = call
  const read = await readOf(
    share('coverage', () => publicCoverage(ctx)),
    (cause) => ctx.log.warn('what is stored could not be read', { cause }),
  )
  return {
    stored: mapRead(read, ({ countedAt, classes }) =>
      countedAt === null ? null : coverageAt(call, countedAt, classes),
    ),
    ...(read.state === 'failed' && { maxAgeMs: withoutFiguresMs }),
    head: { jsonLd: [dataset(call)] },
  }
}

function coverageAt({ ctx, locale }: PageCall, countedAt: number, classes: readonly PublicClass[]) {
  const plans = integratedPlans(pricedMarkets(ctx, locale))
  const groups = products.flatMap(({ name, class: assetClass }) => {
    const found = classes.find((one) => one.class === assetClass)
    if (!found || found.covered.length + found.others === 0) return []
    const sold = plans.filter(({ funds }) => funds || assetClass !== 'fund')
    return [{ name, rows: rowsOf(found, locale), others: found.others, delays: delaysOf(sold) }]
  })
  const covered = classes.flatMap(({ covered }) => covered)
  const firsts = covered.flatMap(({ days, ticks }) => [days, ticks].filter((time) => time !== null))
  return {
    groups,
    figures: {
      countedAt: `${new Date(countedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      instruments: covered.reduce((sum, { stored }) => sum + stored, 0),
      exchanges: new Set(covered.map(({ exchange }) => exchange)).size,
      since: firsts.length === 0 ? null : dayOf(Math.min(...firsts)),
    },
  }
}

function dataset({ ctx, locale }: PageCall): Record<string, unknown> {
  const { title, description } = wordsOf(ctx, locale, ['coverage']).coverage.meta
  const creator = { '@type': 'Organization', name: brandOf(ctx).name, url: ctx.settings.publicUrl }
  return { '@context': 'https://schema.org', '@type': 'Dataset', name: title, description, creator }
}

function rowsOf({ class: assetClass, covered }: PublicClass, locale: Locale): CoverageRow[] {
  return covered
    .toSorted((a, b) => b.stored - a.stored || a.exchange.localeCompare(b.exchange))
    .map(({ exchange, region, days, intraday, ticks, last, ...rest }) => ({
      ...rest,
      exchange: exchangeName(exchange, locale),
      flag: isWorldwide(assetClass) ? null : region,
      days: days === null ? null : dayOf(days),
      intraday: intraday && { interval: intraday.interval, first: dayOf(intraday.first) },
      ticks: ticks === null ? null : dayOf(ticks),
      last: dayOf(last),
    }))
}

function delaysOf(plans: readonly { tier: string; delaySeconds: number }[]): Delay[] {
  const seconds = [...new Set(plans.map(({ delaySeconds }) => delaySeconds))].sort((a, b) => b - a)
  return seconds.map((one) => ({
    seconds: one,
    tiers: plans.filter(({ delaySeconds }) => delaySeconds === one).map(({ tier }) => tier),
  }))
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
