import { useTranslations } from 'use-intl'
import type { Membership } from '#src/contract/account/team.ts'
import { useWorkIn } from '../../account/acting.tsx'
import type { Act } from '../../account/use-act.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'

/** Other accounts in which the reader may work. */
export function Memberships({ teams, act }: { teams: readonly Membership[]; act: Act }) {
  const t = useTranslations('team')
  return (
    <section className="card" aria-labelledby="memberships">
      <div className="card-head">
        <h2 id="memberships">{t('others')}</h2>
      </div>
      {teams.length === 0 ? (
        <p className="card-body text-muted">{t('noOthers')}</p>
      ) : (
        <ul className="row-list">
          {teams.map((team) => (
            <Row key={team.accountId} team={team} act={act} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ team: { accountId, email, role, current, suspended }, act }: { team: Membership; act: Act }) {
  const t = useTranslations('team')
  const workIn = useWorkIn()
  const question = { title: t('leaveTitle'), message: t('leaveMessage', { email }), confirm: t('leave') }
  const leave = async () => {
    const result = await act('POST /api/team/leave', { body: { accountId } }, t('left'))
    if (result.ok && current) await workIn(null)
  }
  return (
    <li>
      <span className="team-name">
        {email} {current && <span className="tag-current">{t('current')}</span>}
        <span className="row-note">{suspended ? t('suspended') : t(`roles.${role}`)}</span>
      </span>
      <span className="flow gap-4-16">
        {!current && !suspended && (
          <WorkButton className="action-link" aria-label={`${t('work')}: ${email}`} work={() => workIn(accountId)}>
            {t('work')}
          </WorkButton>
        )}
        <WorkButton
          className="action-link"
          aria-label={`${t('leave')}: ${email}`}
          question={{ ...question, danger: true }}
          work={leave}
        >
          {t('leave')}
        </WorkButton>
      </span>
    </li>
  )
}
