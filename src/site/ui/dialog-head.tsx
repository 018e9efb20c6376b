import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CloseIcon } from './icons.tsx'

/** The title of a dialog, named in `aria-labelledby` by `id`, and the button that closes it without an action. */
export function DialogHead({ id, title, onClose }: { id: string; title: ReactNode; onClose: () => void }) {
  const t = useTranslations('frame.dialog')
  return (
    <div className="dialog-head">
      <h2 id={id}>{title}</h2>
      <button type="button" className="icon-btn" aria-label={t('close')} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  )
}
