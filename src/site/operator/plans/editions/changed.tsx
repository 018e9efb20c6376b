import { useTranslations } from 'use-intl'

/** A draft value beside the published value; only one value if both are equal. */
export function Changed({ before, after }: { before: string | null; after: string | null }) {
  const t = useTranslations('operatorPlans.table')
  if (before === after) return <>{after ?? '–'}</>
  return (
    <span>
      {before !== null && (
        <>
          <span className="sr-only">{t('was')} </span>
          <s>{before}</s>{' '}
        </>
      )}
      <b>
        <span className="sr-only">{t('becomes')} </span>
        {after ?? '–'}
      </b>
    </span>
  )
}
