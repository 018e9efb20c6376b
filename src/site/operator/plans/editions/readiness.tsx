import { useFormatter, useTranslations } from 'use-intl'
import type { Reached, WireDifference, WirePlans } from '#src/contract/operator/plans/editions.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'

const limits = ['perMinute', 'sockets', 'subscriptions', 'historyDays']

/** The points that an editor should check before the draft is published. */
export function Readiness({ plans, reach }: { plans: WirePlans; reach: readonly Reached[] }) {
  const t = useTranslations('operatorPlans.ready')
  const format = useFormatter()
  const { draft, differences, problems } = plans
  if (draft === null)
    return (
      <Panel title={t('title')}>
        <p className="text-muted">{t('noDraft')}</p>
      </Panel>
    )
  const falling = differences.filter(isFallingLimit).length
  const prices = differences.filter(({ field }) => field === 'price').map(riseOf)
  const percent = (fraction: number) =>
    format.number(fraction, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' })
  const pricesText = (low: string, high: string) =>
    low === high ? t('pricesMoveBy', { by: low }) : t('pricesMove', { low, high })
  const running = reach.reduce((sum, { customers }) => sum + customers, 0)
  const checks: { key: string; tone: Tone; text: string }[] = [
    problems.length === 0
      ? { key: 'sound', tone: 'good', text: t('sound') }
      : { key: 'problem', tone: 'bad', text: t('problem', { problem: problems[0] ?? '' }) },
    falling === 0
      ? { key: 'limits', tone: 'good', text: t('limitsStay') }
      : { key: 'limits', tone: 'warn', text: t('limitsFall', { count: falling }) },
    prices.length === 0
      ? { key: 'prices', tone: 'good', text: t('pricesStay') }
      : {
          key: 'prices',
          tone: Math.max(...prices) > 0.15 ? 'warn' : 'good',
          text: pricesText(percent(Math.min(...prices)), percent(Math.max(...prices))),
        },
    { key: 'orders', tone: 'good', text: t('ordersKeep') },
    { key: 'running', tone: 'good', text: t('runningKeep', { count: running }) },
  ]
  const good = checks.filter(({ tone }) => tone === 'good').length
  return (
    <Panel title={t('title')} aside={t('count', { good: String(good), all: String(checks.length) })} flush>
      <ul className="ruled readiness">
        {checks.map(({ key, tone, text }) => (
          <li key={key} className="pad-8-16">
            <Pill tone={tone}>
              <span>{text}</span>
            </Pill>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function isFallingLimit({ field, before, after }: WireDifference): boolean {
  if (!limits.includes(field)) return false
  if (before === null) return true
  return typeof before === 'number' && typeof after === 'number' && after < before
}

function riseOf({ before, after }: WireDifference): number {
  const [was, is] = [Number(before ?? 0), Number(after ?? 0)]
  return was === 0 ? 0 : is / was - 1
}
