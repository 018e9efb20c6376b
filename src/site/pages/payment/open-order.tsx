import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'

/** A notice with a link to the unpaid order. The order must be paid or cancelled before another purchase. */
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
