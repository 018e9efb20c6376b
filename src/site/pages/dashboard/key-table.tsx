import { useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { relativeTime } from '../../account/relative-time.ts'
import { invoke } from '../../browser/invoke.ts'
import { PageLink } from '../../page/page-link.tsx'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { toast } from '../../ui/toast.tsx'
import { type Prove, renewalOf } from './first-key.tsx'
import { FreePlan, mayContinueForFree } from './free-plan.tsx'
import { type KeyAct, KeyDialog } from './key-dialog.tsx'

const noExpiryMs = 4_102_444_800_000

/** `now` is the server's: the reader's would not agree with what the server wrote. */
type KeyTableProps = { keys: readonly ApiKey[]; now: number; prove: Prove; onChange: () => void }

export function KeyTable({ keys, now, prove, onChange }: KeyTableProps) {
  const t = useTranslations('dashboard')
  const [act, setAct] = useState<KeyAct | null>(null)
  return (
    <section className="card" aria-labelledby="api-keys">
      <div className="card-head">
        <h2 id="api-keys">{t('keys.title')}</h2>
        <small>{t('keys.count', { count: keys.length })}</small>
      </div>
      {keys.length === 0 ? (
        <StateCard
          title={t('keys.empty')}
          action={
            <PageLink to="/pricing" className="btn btn-outline">
              {t('minute.upgrade')}
            </PageLink>
          }
        >
          {t('keys.emptyText')}
        </StateCard>
      ) : (
        <div className="table-scroll">
          <table className="table table-list key-table">
            <thead>
              <tr>
                {(['plan', 'alias', 'key', 'status', 'expires', 'lastUsed'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`keys.${name}`)}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">{t('keys.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} now={now} prove={prove} onChange={onChange} onAct={setAct} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {act && <KeyDialog act={act} prove={prove} onClose={() => setAct(null)} onChange={onChange} />}
    </section>
  )
}

type KeyRowProps = { apiKey: ApiKey; now: number; prove: Prove; onChange: () => void; onAct: (act: KeyAct) => void }

function KeyRow({ apiKey, now, prove, onChange, onAct }: KeyRowProps) {
  const t = useTranslations('dashboard')
  const busy = useTranslations('account')('busy')
  const locale = useLocale()
  const format = useFormatter()
  const day = (time: number) => format.dateTime(time, { dateStyle: 'medium' })
  const reveal = async () => {
    const result = await prove(() => invoke('POST /api/keys/{id}/reveal', { params: { id: apiKey.id } }))
    if (result.ok) onAct({ kind: 'show', apiKey: result.data })
    else if (result.refusal.error !== 'recent_signin_required') toast(result.refusal.msg ?? busy, 'error')
  }
  const revoke = async () => {
    const isIntegrated = apiKey.market === 'integrated'
    const message = (
      <>
        {t('revoke.message')}
        {isIntegrated && (
          <>
            <SentenceSpace />
            {t('revoke.integrated')}
          </>
        )}
      </>
    )
    const title = t('revoke.title', { key: apiKey.key })
    if (!(await confirm({ title, message, confirm: t('revoke.confirm'), danger: true }))) return
    const result = await invoke('POST /api/keys/{id}/revoke', { params: { id: apiKey.id } })
    toast(result.ok ? t('revoke.done') : (result.refusal.msg ?? t('revoke.failed')), result.ok ? 'success' : 'error')
    onChange()
  }
  return (
    <tr>
      <th scope="row" data-label={t('keys.plan')}>
        {apiKey.planName}
        {apiKey.customised && <span className="text-muted"> · {t('keys.customised')}</span>}
      </th>
      <td data-label={t('keys.alias')} className="key-alias">
        {apiKey.aliasName || <span className="nowrap text-muted">{t('keys.noAlias')}</span>}
      </td>
      <td data-label={t('keys.key')} className="num nowrap key-shown">
        {apiKey.key}
      </td>
      <td data-label={t('keys.status')}>
        <span className="status" data-status={apiKey.status}>
          {t(`keys.${apiKey.status}`)}
        </span>
      </td>
      <td data-label={t('keys.expires')} className="nowrap">
        {apiKey.expiredTime >= noExpiryMs ? t('keys.noExpiry') : day(apiKey.expiredTime)}
      </td>
      <td data-label={t('keys.lastUsed')} className="nowrap">
        {apiKey.lastUsedAt === null ? t('keys.never') : relativeTime(locale, apiKey.lastUsedAt, now)}
      </td>
      <td className="key-acts">
        <PlanLink apiKey={apiKey} />
        {mayContinueForFree(apiKey) && <FreePlan apiKey={apiKey} className="action-link" onChange={onChange} />}
        <button type="button" className="action-link needs-script" onClick={() => onAct({ kind: 'rename', apiKey })}>
          {t('keys.rename')}
        </button>
        <button type="button" className="action-link needs-script" onClick={() => void reveal()}>
          {t('keys.reveal')}
        </button>
        <button type="button" className="action-link needs-script" onClick={() => onAct({ kind: 'reset', apiKey })}>
          {t('keys.reset')}
        </button>
        <button type="button" className="action-link is-danger needs-script" onClick={() => void revoke()}>
          {t('keys.revoke')}
        </button>
      </td>
    </tr>
  )
}

/** The link to change the plan; customer service changes a running customised one. */
function PlanLink({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('dashboard')
  if (apiKey.level === 'free')
    return (
      <PageLink to="/pricing" className="action-link">
        {t('keys.upgrade')}
      </PageLink>
    )
  const byContact = apiKey.customised && apiKey.status !== 'expired'
  return (
    <PageLink to={byContact ? '/contact?topic=enterprise' : renewalOf(apiKey)} className="action-link">
      {t(byContact ? 'first.contact' : 'keys.renew')}
    </PageLink>
  )
}
