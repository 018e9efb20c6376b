import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'

/** Leads to the order that waits for its payment, before anything else can be bought. */
export function OpenOrder({ no }: { no: string }) {
  const t = useTranslations('payment')
  return (
    <p className="notice pay-pending">
      {t('pending', { no })}
      <SentenceSpace />
      <PageLink className="link" to={`/payment/${no}`}>
        {t('pendingOpen')}
      </PageLink>
    </p>
  )
}
