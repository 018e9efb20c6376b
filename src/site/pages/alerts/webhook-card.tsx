import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notReachable } from '#src/contract/account/alert-choices.ts'
import type { AlertDelivery } from '#src/contract/account/alerts.ts'
import type { Act } from '../../account/use-act.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CopyButton } from '../../ui/code/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { Moment, useMoment } from '../../ui/time/moment.tsx'

type WebhookCardProps = {
  webhook: { url: string; createdAt: number; formerUntil: number | null } | null
  deliveries: readonly AlertDelivery[]
  act: Act
}

export function WebhookCard({ webhook, deliveries, act }: WebhookCardProps) {
  const t = useTranslations('alerts')
  const { deadline } = useMoment()
  const [secret, setSecret] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | undefined>()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const url = String(new FormData(event.currentTarget).get('url') ?? '')
    const result = await act('PUT /api/alerts/webhook', { body: { url } })
    setRefused(result.ok ? undefined : (result.refusal.msg ?? undefined))
    if (result.ok) setSecret(result.data.secret)
  }
  return (
    <section className="card" aria-labelledby="webhook">
      <div className="card-head">
        <h2 id="webhook">{t('hook')}</h2>
      </div>
      <div className="card-body stack">
        <p className="text-muted">
          {t('hookLead')}{' '}
          <PageLink className="link" to="/docs/alerts">
            {t('docs')}
          </PageLink>
        </p>
        <CallForm className="stack form gap-12" method="post" data-scripted onSubmit={save}>
          <Field
            key={webhook?.url ?? ''}
            label={t('url')}
            name="url"
            type="url"
            required
            maxLength={500}
            placeholder="https://"
            autoComplete="off"
            defaultValue={webhook?.url ?? ''}
            error={refused}
          />
          <SubmitButton className="btn btn-outline">{t(webhook ? 'change' : 'set')}</SubmitButton>
        </CallForm>
        {secret !== null && <Secret secret={secret} />}
        {webhook?.formerUntil != null && (
          <p className="text-muted">
            {t('formerUntil', {
              time: deadline(webhook.formerUntil),
            })}
          </p>
        )}
        {webhook ? <WebhookActs act={act} show={setSecret} /> : <p className="text-muted">{t('hookNone')}</p>}
      </div>
      <Deliveries deliveries={deliveries} act={act} hasWebhook={webhook !== null} />
    </section>
  )
}

function Secret({ secret }: { secret: string }) {
  const t = useTranslations('alerts')
  return (
    <div className="stack gap-8 pad-12-16 items-start alert-secret" role="status">
      <p>
        <strong>{t('secretTitle')}</strong> {t('secretOnce')}
      </p>
      <code className="num breakable">{secret}</code>
      <CopyButton text={secret} className="btn btn-small btn-outline" />
    </div>
  )
}

function WebhookActs({ act, show }: { act: Act; show: (secret: string | null) => void }) {
  const t = useTranslations('alerts')
  const rotate = async () => {
    const result = await act('POST /api/alerts/webhook/secret', { body: {} })
    if (result.ok) show(result.data.secret)
  }
  const remove = async () => {
    const result = await act('DELETE /api/alerts/webhook', {}, t('hookRemoved'))
    if (result.ok) show(null)
  }
  return (
    <div className="flow alert-acts">
      <WorkButton
        className="btn btn-small btn-outline"
        work={() => act('POST /api/alerts/webhook/test', { body: {} }, t('tested'))}
      >
        {t('test')}
      </WorkButton>
      <WorkButton
        className="btn btn-small btn-outline"
        question={{ title: t('rotate'), message: t('rotateWhy'), confirm: t('rotate') }}
        work={rotate}
      >
        {t('rotate')}
      </WorkButton>
      <WorkButton className="btn btn-small btn-danger" work={remove}>
        {t('hookRemove')}
      </WorkButton>
    </div>
  )
}

type DeliveriesProps = { deliveries: readonly AlertDelivery[]; act: Act; hasWebhook: boolean }

function Deliveries({ deliveries, act, hasWebhook }: DeliveriesProps) {
  const t = useTranslations('alerts')
  const { moment } = useMoment()
  return (
    <div className="card-part">
      <h3>{t('deliveries')}</h3>
      {deliveries.length === 0 ? (
        <p className="text-muted">{t('noDeliveries')}</p>
      ) : (
        <ul className="row-list">
          {deliveries.map((one) => (
            <li key={one.id}>
              <div className="breakable row-text">
                <p>
                  {t(one.way)} · <span className="num">{one.symbol ?? t('testName')}</span> ·{' '}
                  {t(`statuses.${one.status}`)}
                </p>
                <p className="row-note">
                  <Moment at={one.createdAt} style="second" /> · {t('tries', { count: one.attempts })}
                  {one.answer !== null && ` · ${one.answer === notReachable ? t('notReachable') : one.answer}`}
                  {one.nextAt !== null && ` · ${t('next', { time: moment(one.nextAt, 'clock') })}`}
                </p>
              </div>
              {one.way === 'webhook' && one.status !== 'queued' && hasWebhook && (
                <WorkButton
                  className="btn btn-small btn-outline"
                  work={() =>
                    act('POST /api/alerts/deliveries/{id}/replay', { params: { id: one.id }, body: {} }, t('replayed'))
                  }
                >
                  {t('replay')}
                </WorkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
