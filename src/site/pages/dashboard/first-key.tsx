import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { developers, payers } from '#src/contract/team/team-role.ts'
import { dayMs } from '#src/contract/time.ts'
import { useMay } from '../../account/acting.tsx'
import { invoke } from '../../browser/invoke.ts'
import { PageLink } from '../../page/page-link.tsx'
import type { Prove } from '../../proof/use-proof.tsx'
import { RequestCard } from '../../showcase/request/request-card.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { useMoment } from '../../ui/time/moment.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FirstCall } from './first-call.server.ts'
import { FreePlan, mayContinueForFree } from './free-plan.tsx'
import './dashboard.css'

type FirstKeyProps = {
  apiKey: ApiKey
  apiUrl: string
  call: FirstCall
  now: number
  /** Time until which the reader's last proof of identity is valid, ms. */
  recentUntil: number
  prove: Prove
  onChange: () => void
}

export function FirstKey({ apiKey, apiUrl, call, now, recentUntil, prove, onChange }: FirstKeyProps) {
  const t = useTranslations('dashboard')
  const busy = useTranslations('account')('busy')
  const { moment } = useMoment()
  const [secret, setSecret] = useState<string | null>(null)
  const days = Math.floor((apiKey.expiredTime - now) / dayMs)
  const reveal = async () => {
    if (secret) return secret
    const result = await prove(() => invoke('POST /api/keys/{id}/reveal', { params: { id: apiKey.id } }))
    if (result.ok) {
      setSecret(result.data.key)
      return result.data.key
    }
    if (result.refusal.error !== 'recent_signin_required') toast(result.refusal.msg ?? busy, 'error')
    return null
  }
  const shown = secret ?? apiKey.key
  const { path, query, recorded } = call
  const mayChange = useMay(developers)
  const mayPay = useMay(payers)
  return (
    <section className="card column" aria-labelledby="first-key">
      <div className="card-head">
        <h2 id="first-key">{t('first.title')}</h2>
        <small>{apiKey.planName}</small>
      </div>
      <div className="card-body column gap-12 grow">
        {apiKey.status === 'expired' && (
          <p className="notice notice-bad" role="alert">
            {t('first.expired')}
            <SentenceSpace />
            {mayPay && (
              <>
                <Renew apiKey={apiKey} /> ·{' '}
              </>
            )}
            <PageLink to="/contact" className="link">
              {t('first.contact')}
            </PageLink>
            {mayChange && mayContinueForFree(apiKey) && (
              <>
                {' · '}
                <FreePlan apiKey={apiKey} className="link" onChange={onChange} />
              </>
            )}
          </p>
        )}
        {apiKey.status === 'expiring' && (
          <p className="notice">
            {t('first.expiring', { date: moment(apiKey.expiredTime, 'longDay') })}
            <SentenceSpace />
            {apiKey.customised ? (
              <PageLink to="/contact?topic=enterprise" className="link">
                {t('first.contact')}
              </PageLink>
            ) : (
              mayPay && <Renew apiKey={apiKey} />
            )}
          </p>
        )}
        <div className="flow-middle key-row">
          <code className="breakable key-text" data-testid="first-key">
            {shown}
          </code>
          <span className="status" data-status={apiKey.status}>
            {t(`keys.${apiKey.status}`)}
            {apiKey.level !== 'free' && apiKey.status !== 'expired' && <> · {t('first.left', { days })}</>}
          </span>
          <span className="gap-8 key-buttons" hidden={!mayChange}>
            <button
              type="button"
              className="btn btn-small btn-outline needs-script"
              onClick={() => (secret ? setSecret(null) : void reveal())}
            >
              {t(secret ? 'first.hide' : 'first.reveal')}
            </button>
            <CopyButton text={reveal} label={t('first.copy')} />
          </span>
        </div>
        {mayChange && (
          <p className="text-12 text-muted">
            {recentUntil > now ? t('first.open', { time: moment(recentUntil, 'time') }) : t('first.closed')}
          </p>
        )}
        <div className="column gap-8 shrink key-call">
          <h3 className="text-14">{t('first.call', { code: query.code ?? '' })}</h3>
          <RequestCard
            request={{ apiUrl, path, query, key: shown }}
            wholeKey={mayChange ? reveal : null}
            recorded={{ id: 'recorded', html: recorded }}
          />
        </div>
      </div>
    </section>
  )
}

function Renew({ apiKey }: { apiKey: ApiKey }) {
  const t = useTranslations('dashboard.first')
  return (
    <PageLink to={renewalOf(apiKey)} className="link">
      {t('renew')}
    </PageLink>
  )
}

export function renewalOf({ planId, id }: ApiKey): string {
  return `/payment?${new URLSearchParams({ plan: planId, key: id })}`
}
