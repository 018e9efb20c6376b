import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { NotRead } from '../reads/shown.tsx'

/** Says that the page shows former data. It is visible while the last reload of the page has failed. */
export function KeptNote() {
  const t = useTranslations('reads')
  const { revalidate } = useRevalidator()
  return (
    <div className="when-kept">
      <NotRead what={t('kept')} again={() => void revalidate()} />
    </div>
  )
}
