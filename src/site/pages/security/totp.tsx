import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import { useTranslations } from 'use-intl'
import type { Output } from '#src/contract/account/routes.ts'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import type { CardProps } from './credentials.tsx'

export function Totp({ overview, act }: CardProps) {
  const t = useTranslations('security.totp')
  const [started, setStarted] = useState<Output<'POST /api/security/totp/start'> | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [error, setError] = useState<string | null>(null)

  const start = async () => {
    const result = await act('POST /api/security/totp/start', {})
    if (result.ok) setStarted(result.data)
  }
  const confirmFirst = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    const result = await act('POST /api/security/totp/confirm', { body: { code } })
    setError(result.ok ? null : result.refusal.msg)
    if (!result.ok) return
    setStarted(null)
    setCodes(result.data.recoveryCodes)
  }
  const disable = async () => {
    const result = await act('POST /api/security/totp/disable', {}, t('done'))
    if (result.ok) setCodes(null)
  }
  const renew = async () => {
    const result = await act('POST /api/security/totp/recovery-codes', {})
    if (result.ok) setCodes(result.data.recoveryCodes)
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t('title')}</h2>
        <span className="status" data-status={overview.totp ? 'normal' : 'none'}>
          {t(overview.totp ? 'on' : 'off')}
        </span>
      </div>
      <div className="card-body security-form">
        {codes && (
          <div className="notice">
            <p>{t('codes')}</p>
            <ul className="recovery-codes">
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
            <div className="acts">
              <CopyButton text={codes.join('\n')} className="btn btn-small btn-outline" />
              <a className="btn btn-small btn-outline" download="recovery-codes.txt" href={fileOf(codes)}>
                {t('codesFile')}
              </a>
            </div>
          </div>
        )}
        {overview.totp ? (
          <>
            <p className="text-muted">{t('left', { count: overview.recoveryCodesLeft })}</p>
            <div className="acts">
              <WorkButton className="btn btn-outline" work={renew}>
                {t('renew')}
              </WorkButton>
              <WorkButton className="btn btn-danger" work={disable}>
                {t('disable')}
              </WorkButton>
            </div>
          </>
        ) : started ? (
          <CallForm className="security-form" method="post" data-scripted onSubmit={confirmFirst}>
            <p className="text-muted">{t('scan')}</p>
            <img className="totp-qr" alt="" width="164" height="164" src={qrOf(started.uri)} />
            <code className="breakable totp-secret">{started.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <a className="action-link" href={started.uri}>
              {t('open')}
            </a>
            <Field label={t('code')} name="code" autoComplete="one-time-code" required error={error} />
            <SubmitButton>{t('confirm')}</SubmitButton>
          </CallForm>
        ) : (
          <>
            <p className="text-muted">{t('lead')}</p>
            <WorkButton className="btn btn-outline" work={start}>
              {t('start')}
            </WorkButton>
          </>
        )}
      </div>
    </section>
  )
}

function qrOf(uri: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`
}

function fileOf(codes: readonly string[]): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`
}
