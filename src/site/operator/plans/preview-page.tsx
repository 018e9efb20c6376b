import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { PricingView } from '../../pages/pricing/pricing-view.tsx'
import { Band } from '../shell/band.tsx'
import { consolePage } from '../shell/console-page.server.ts'
import { ConsolePage } from '../shell/console-page.tsx'
import { previewData } from './loaded/preview-data.server.ts'
import './plans.css'

export const loader = (args: LoaderFunctionArgs) =>
  consolePage(['operatorPlans', 'pricing', 'plans'], (call) => previewData(args, call))(args)

/** The pricing page as visitors would see it with the draft, or with the published edition if there is no draft. */
export default function PreviewPage() {
  const t = useTranslations('operatorPlans.preview')
  const loaded = useLoaderData<typeof loader>()
  const { page } = loaded
  if (page === null)
    return (
      <ConsolePage loaded={loaded} title={t('title')}>
        {() => null}
      </ConsolePage>
    )
  const { number, isDraft, markets, compared, terms, parts } = page
  const [first] = markets
  const load = async (id: string) => markets.find((market) => market.id === id) ?? null
  return (
    <>
      <Band leave={{ to: '/operator/plans', label: t('leave') }}>
        {t(isDraft ? 'draft' : 'published', { number: String(number) })}
      </Band>
      {first && <PricingView {...{ markets, first, compared, load, terms, parts }} />}
    </>
  )
}
