import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Refused } from '#src/contract/account/refused.ts'
import type { TeamInvite } from '#src/contract/account/team.ts'
import { type TeamRole, teamRoles } from '#src/contract/team/team-role.ts'
import type { Act } from '../../account/use-act.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { useMoment } from '../../ui/time/moment.tsx'

export function InviteCard({ invites, act }: { invites: readonly TeamInvite[]; act: Act }) {
  const t = useTranslations('team')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const sent = new FormData(form)
    const email = String(sent.get('email') ?? '')
    const body = { email, role: String(sent.get('role')) as TeamRole }
    const result = await act('POST /api/team/invites', { body }, t('sent', { email }))
    setRefusal(result.ok ? null : result.refusal)
    if (result.ok) form.reset()
  }
  return (
    <section className="card" aria-labelledby="invite">
      <div className="card-head">
        <h2 id="invite">{t('invite')}</h2>
      </div>
      <CallForm className="card-body stack form" method="post" data-scripted onSubmit={submit}>
        <Field
          label={t('email')}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="off"
          hint={t('sentAgain')}
          error={refusal?.param === 'email' ? refusal.msg : undefined}
        />
        <SelectField label={t('asRole')} name="role" defaultValue="developer">
          {teamRoles.map((name) => (
            <option key={name} value={name}>
              {t(`roles.${name}`)}
            </option>
          ))}
        </SelectField>
        <SubmitButton>{t('send')}</SubmitButton>
      </CallForm>
      <Invites invites={invites} act={act} />
    </section>
  )
}

function Invites({ invites, act }: { invites: readonly TeamInvite[]; act: Act }) {
  const t = useTranslations('team')
  const { moment } = useMoment()
  return (
    <div className="card-part">
      <h3>{t('invites')}</h3>
      {invites.length === 0 ? (
        <p className="text-muted">{t('noInvites')}</p>
      ) : (
        <ul className="row-list">
          {invites.map(({ id, email, role, expiresAt }) => (
            <li key={id}>
              <span className="team-name">
                {email}
                <span className="row-note">
                  {t('until', { role: t(`roles.${role}`), date: moment(expiresAt, 'day') })}
                </span>
              </span>
              <span className="flow gap-4-16">
                <WorkButton
                  className="action-link"
                  aria-label={`${t('again')}: ${email}`}
                  work={() => act('POST /api/team/invites', { body: { email, role } }, t('sent', { email }))}
                >
                  {t('again')}
                </WorkButton>
                <WorkButton
                  className="action-link"
                  aria-label={`${t('withdraw')}: ${email}`}
                  work={() => act('DELETE /api/team/invites/{id}', { params: { id } }, t('withdrawn'))}
                >
                  {t('withdraw')}
                </WorkButton>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
