import { Fragment, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ApiKey } from '#src/contract/account/keys.ts'
import { developers, payers } from '#src/contract/team/team-role.ts'
import { dayMs } from '#src/contract/time.ts'
import { useMay } from '../../account/acting.tsx'
import type { Invoked } from '../../browser/ask.ts'
import { invoke } from '../../browser/invoke.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { SentenceSpace } from '../../ui/sentence-space.tsx'
import { toast } from '../../ui/toast.tsx'
import { FreePlan, mayContinueForFree } from './free-plan.tsx'
import './dashboard.css'

export type Prove = <T>(act: () => Promise<Invoked<T>>) => Promise<Invoked<T>>
type FirstKeyProps = { apiKey: ApiKey; apiUrl: string; now: number; prove: Prove; onChange: () => void }

export function FirstKey({ apiKey, apiUrl, now, prove, onChange }: FirstKeyProps) {
  const t = useTranslations('dashboard')
  const busy = useTranslations('account')('busy')
  const format = useFormatter()
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
  const request = (key: string) =>
    `curl "${apiUrl}/stock/kline?region=US&code=AAPL&kType=8&limit=5" \\\n  -H "token: ${key}"`
  const shown = secret ?? apiKey.key
  const mayReveal = useMay(developers)
  const mayPay = useMay(payers)
  return (
    <section className="card key-first" aria-labelledby="first-key">
      <div className="card-head">
        <h2 id="first-key">{t('first.title')}</h2>
        <small>{apiKey.planName}</small>
      </div>
      <div className="card-body key-card">
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
            {mayContinueForFree(apiKey) && (
              <>
                {' · '}
                <FreePlan apiKey={apiKey} className="link" onChange={onChange} />
              </>
            )}
          </p>
        )}
        {apiKey.status === 'expiring' && (
          <p className="notice">
            {t('first.expiring', { date: format.dateTime(apiKey.expiredTime, { dateStyle: 'long' }) })}
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
        <div className="key-row">
          <code className="key-text" data-testid="first-key">
            {shown}
          </code>
          <span className="status" data-status={apiKey.status}>
            {t(`keys.${apiKey.status}`)}
            {apiKey.level !== 'free' && apiKey.status !== 'expired' && <> · {t('first.left', { days })}</>}
          </span>
          <span className="key-buttons" hidden={!mayReveal}>
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
        <div className="curl">
          <pre>
            <span className="c"># {t('first.call')}</span>
            {'\n'}
            <Breakable text={request(shown)} />
          </pre>
          <CopyButton
            className="curl-copy"
            text={async () => {
              const key = await reveal()
              return key && request(key)
            }}
          />
        </div>
      </div>
    </section>
  )
}

/** A request that breaks before a parameter, not in its middle. */
function Breakable({ text }: { text: string }) {
  return text.split(/(?=[?&])/).map((part) => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
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
