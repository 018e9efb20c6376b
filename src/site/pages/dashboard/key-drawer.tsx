import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { CloseIcon } from '../../ui/icons.tsx'
import { useModal } from '../../ui/sheet/use-modal.ts'
import '../../ui/sheet/sheet.css'

/** The key that the address names, in a sheet beside the list. */
export function KeyDrawer({ title, children }: { title: string; children: ReactNode }) {
  const t = useTranslations('dashboard.keys')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const sheet = useModal()
  const query = new URLSearchParams(search)
  query.delete('key')
  const back = query.size === 0 ? pathname : `${pathname}?${query}`
  return (
    <dialog
      ref={sheet}
      open
      className="dialog sheet"
      aria-labelledby="key-title"
      onCancel={(event) => {
        event.preventDefault()
        void navigate(back, { replace: true, preventScrollReset: true })
      }}
    >
      <div className="column sheet-frame">
        <div className="dialog-head sheet-head">
          <h2 id="key-title">{title}</h2>
          <Link to={back} replace preventScrollReset className="icon-btn" aria-label={t('close')}>
            <CloseIcon />
          </Link>
        </div>
        <div className="stack sheet-body">{children}</div>
      </div>
    </dialog>
  )
}
