import { useTranslations } from 'use-intl'
import type { WirePlans } from '#src/contract/operator/plans/editions.ts'
import { PageLink } from '../../../page/page-link.tsx'
import { ActLink } from '../../acts/act.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export function EditionTools({ plans: { draft }, reader: { may } }: { plans: WirePlans; reader: Reader }) {
  const t = useTranslations('operatorPlans')
  if (draft === null) return null
  return (
    <>
      {may('plans.draft') && <ActLink act="discard">{t('discard.open')}</ActLink>}
      <PageLink to="/operator/plans/preview" className="btn btn-outline">
        {t('preview.open')}
      </PageLink>
      {may('plans.publish') && draft.publishAt !== null && <ActLink act="cancel">{t('cancel.open')}</ActLink>}
      {may('plans.publish') && (
        <ActLink act="publish" className="btn btn-accent">
          {t('publish.open', { number: String(draft.number) })}
        </ActLink>
      )}
    </>
  )
}
