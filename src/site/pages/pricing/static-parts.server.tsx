import { useTranslations } from 'use-intl'
import { networkNames } from '../../content/reference/network-names.server.ts'
import type { PageCall } from '../../page/page.server.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { ServerPart } from '../../parts/part.tsx'
import type { Terms } from './priced-plans.server.ts'

/** The texts that `PlanCards` uses in the browser. */
export const planCardWords = [
  ...['points', 'values', 'unit', 'whole', 'aYear', 'firstMonth', 'firstOrder', 'custom', 'customHint', 'freeHint'],
  ...['unlimited', 'talk', 'choose', 'period'],
]
  .map((key) => `pricing.${key}`)
  .concat('plans.tiers', 'plans.periods')

/** The texts that `PricingView` uses in the browser. */
export const pricingWords = [
  ...['markets', 'compare', 'limits', 'yes', 'no', 'networks.comma'].map((key) => `pricing.${key}`),
  ...['symbols', 'calls', 'sockets', 'result', 'enterprise'].map((key) => `pricing.calculator.${key}`),
  ...['plans.types', 'plans.features', 'frame.field', ...planCardWords],
]

const notes = ['pay', 'upgrade', 'credit', 'oneKey'] as const

/** `notes`: how to pay, and what an individual agreement is. */
export type PricingParts = { head: ServerPart; calculator: ServerPart; notes: ServerPart }

export function pricingParts(
  { part, ctx, locale }: Pick<PageCall, 'part' | 'ctx' | 'locale'>,
  terms: Terms,
): PricingParts {
  return {
    head: part('pricing-head', <Head terms={terms} />),
    calculator: part('pricing-calculator', <CalculatorHead />),
    notes: part('pricing-notes', <Notes networks={networkNames(locale, ctx)} />),
  }
}

function Head({ terms }: { terms: Terms }) {
  const t = useTranslations('pricing')
  return (
    <>
      <p className="kick">{t('kick')}</p>
      <h1 className="page-title">{t('title')}</h1>
      <p className="lead">{t('lead', { percent: String(terms.newcomerDiscount) })}</p>
    </>
  )
}

function CalculatorHead() {
  const t = useTranslations('pricing.calculator')
  return (
    <>
      <h2>{t('title')}</h2>
      <p className="text-muted">{t('lead')}</p>
    </>
  )
}

function Notes({ networks }: { networks: string }) {
  const t = useTranslations('pricing')
  return (
    <>
      <h2>{t('notes.title')}</h2>
      <ul>
        {notes.map((note) => (
          <li key={note}>{t(`notes.${note}`, { networks })}</li>
        ))}
      </ul>
      <h3>{t('enterprise.title')}</h3>
      <p className="text-muted">{t('enterprise.text')}</p>
      <PageLink to="/contact?topic=enterprise" className="btn btn-outline">
        {t('talk')}
      </PageLink>
    </>
  )
}
