import { type MouseEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { developers, payers } from '#src/contract/team/team-role.ts'
import { useMay } from '../../account/acting.tsx'
import { invoke } from '../../browser/invoke.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { Prove } from '../../proof/use-proof.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { toast } from '../../ui/toast.tsx'
import type { KeyAct } from './dialogs/key-dialog.tsx'
import { renewalOf } from './first-key.tsx'
import { FreePlan, mayContinueForFree } from './free-plan.tsx'

type KeyActsProps = { apiKey: ApiKey; prove: Prove; onChange: () => void; onAct: (act: KeyAct) => void }

/**
 * The next act that a key needs, by its state, and a menu with all other acts. A reader who may not change keys sees
 * only the link for the plan.
 */
export function KeyActs({ apiKey, prove, onChange, onAct }: KeyActsProps) {
  const t = useTranslations('dashboard')
  const busy = useTranslations('account')('busy')
  const working = useTranslations('frame.field')('working')
  const [isRevoking, setRevoking] = useState(false)
  const endsSoon = apiKey.status !== 'normal'
  const mayChange = useMay(developers)
  const mayPay = useMay(payers)
  const revealed = async () => {
    const result = await prove(() => invoke('POST /api/keys/{id}/reveal', { params: { id: apiKey.id } }))
    if (result.ok) return result.data
    if (result.refusal.error !== 'recent_signin_required') toast(result.refusal.msg ?? busy, 'error')
    return null
  }
  const reveal = async () => {
    const whole = await revealed()
    if (whole) onAct({ kind: 'show', apiKey: whole })
  }
  if (!mayChange) return <PlanLink apiKey={apiKey} className="btn btn-small btn-outline" />
  return (
    <>
      {endsSoon && mayPay ? (
        <PlanLink apiKey={apiKey} className="btn btn-small btn-accent" />
      ) : (
        <CopyButton
          text={async () => (await revealed())?.key ?? null}
          label={t('first.copy')}
          className="btn btn-small btn-outline"
        />
      )}
      <Menu
        className="key-menu"
        panel="list-panel panel-end"
        name={isRevoking ? working : t('keys.more', { key: apiKey.key })}
        label={isRevoking ? <span className="spinner" /> : <MoreIcon />}
      >
        {!endsSoon && mayPay && <PlanLink apiKey={apiKey} />}
        {mayContinueForFree(apiKey) && <FreePlan apiKey={apiKey} className="" onChange={onChange} />}
        <Item act="reveal" label={t('keys.reveal')} onClick={() => void reveal()} />
        <Item act="rename" label={t('keys.rename')} onClick={() => onAct({ kind: 'rename', apiKey })} />
        <Item act="reset" label={t('keys.reset')} onClick={() => onAct({ kind: 'reset', apiKey })} />
        <Item act="holder" label={t('keys.holder')} onClick={() => onAct({ kind: 'holder', apiKey })} />
        <Item act="scope" label={t('keys.scope')} onClick={() => onAct({ kind: 'scope', apiKey })} />
        <Revoke apiKey={apiKey} onChange={onChange} show={setRevoking} />
      </Menu>
    </>
  )
}

type ItemProps = { act: string; label: string; onClick: () => void }

function Item({ act, label, onClick }: ItemProps) {
  const close = ({ currentTarget }: MouseEvent) => {
    const menu = currentTarget.closest('details')
    // A closing dialog returns the focus to the element that had the focus before. An element in a closed menu cannot
    // be focused.
    menu?.querySelector('summary')?.focus()
    menu?.removeAttribute('open')
    onClick()
  }
  return (
    <button type="button" className="needs-script" data-act={act} onClick={close}>
      {label}
    </button>
  )
}

type RevokeProps = { apiKey: ApiKey; onChange: () => void; show: (isRevoking: boolean) => void }

function Revoke({ apiKey, onChange, show }: RevokeProps) {
  const t = useTranslations('dashboard')
  const revoke = async () => {
    const message = (
      <>
        {t('revoke.message')}
        {apiKey.market === 'integrated' && (
          <>
            <SentenceSpace />
            {t('revoke.integrated')}
          </>
        )}
      </>
    )
    const title = t('revoke.title', { key: apiKey.key })
    if (!(await confirm({ title, message, confirm: t('revoke.confirm'), danger: true }))) return
    show(true)
    const result = await invoke('POST /api/keys/{id}/revoke', { params: { id: apiKey.id } })
    show(false)
    toast(result.ok ? t('revoke.done') : (result.refusal.msg ?? t('revoke.failed')), result.ok ? 'success' : 'error')
    onChange()
  }
  return <Item act="revoke" label={t('keys.revoke')} onClick={() => void revoke()} />
}

/** The link to change the plan. A running customised plan is changed by customer service. */
function PlanLink({ apiKey, className = '' }: { apiKey: ApiKey; className?: string }) {
  const t = useTranslations('dashboard')
  if (apiKey.level === 'free')
    return (
      <PageLink to="/pricing" className={className}>
        {t('keys.upgrade')}
      </PageLink>
    )
  const byContact = apiKey.customised && apiKey.status !== 'expired'
  return (
    <PageLink to={byContact ? '/contact?topic=enterprise' : renewalOf(apiKey)} className={className}>
      {t(byContact ? 'first.contact' : 'keys.renew')}
    </PageLink>
  )
}

function MoreIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <circle cx="3" cy="8" r="1.5" />
      <circle cx="8" cy="8" r="1.5" />
      <circle cx="13" cy="8" r="1.5" />
    </svg>
  )
}
