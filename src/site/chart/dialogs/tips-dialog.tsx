import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { PageLink } from '../../page/page-link.tsx'
import { Modal } from './modal.tsx'

/** The reason for a tip. `seconds`: the wait until the chart continues. */
export type Tip =
  | { kind: 'login' | 'alert' | 'visitor' | 'history' | 'plan' | 'expired' }
  | { kind: 'quota'; seconds: number }

/** The sign-in page returns to no longer address. */
const addressMax = 2_000

export function TipsDialog({ tip, close }: { tip: Tip; close: () => void }) {
  const t = useTranslations('chart.tips')
  const { pathname, search, hash } = useLocation()
  const whole = pathname + search + hash
  const here = whole.length > addressMax ? pathname + search : whole
  const login = ['login', 'alert', 'visitor'].includes(tip.kind)
  const expired = tip.kind === 'expired'
  return (
    <Modal title={t('title')} closeLabel={t('later')} className="tips-dialog" onClose={close}>
      <p className="stack tips-text">
        <b className="text-strong">{t(tip.kind)}</b>
        <span className="quiet">
          {tip.kind === 'quota' ? t('quotaHint', { seconds: tip.seconds }) : t(`${tip.kind}Hint`)}
        </span>
      </p>
      <div className="dialog-foot">
        <button type="button" className="btn btn-outline" onClick={close}>
          {t('later')}
        </button>
        <PageLink
          data-first-focus
          className="btn btn-accent"
          to={login ? `/login?redirect=${encodeURIComponent(here)}` : expired ? '/dashboard' : '/pricing'}
        >
          {t(login ? 'toLogin' : expired ? 'renew' : 'buy')}
        </PageLink>
      </div>
    </Modal>
  )
}
