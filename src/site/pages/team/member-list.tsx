import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Output } from '#src/contract/account/routes.ts'
import type { TeamMember } from '#src/contract/account/team.ts'
import { teamRoles } from '#src/contract/team/team-role.ts'
import { byName, type ListRules, listed, listQuery } from '../../account/list/list.ts'
import { ListControls, ListPager, NothingFound } from '../../account/list/list-controls.tsx'
import type { Act } from '../../account/use-act.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { useMoment } from '../../ui/time/moment.tsx'

type Team = Output<'GET /api/team'>

const membersShown = 12

const rules: ListRules<TeamMember> = {
  words: ({ email }) => email,
  filters: Object.fromEntries(teamRoles.map((name) => [name, ({ role }: TeamMember) => role === name])),
  sorts: {
    address: (one, other) => byName(one.email, other.email),
    newest: (one, other) => (other.joinedAt ?? 0) - (one.joinedAt ?? 0),
  },
}

export function MemberList({ team, act }: { team: Team; act: Act }) {
  const t = useTranslations('team')
  const { members, invites, max, role } = team
  const isOwner = role === 'owner'
  const owners = members.filter((one) => one.role === 'owner').length
  const [query] = useSearchParams()
  const list = listed(members, listQuery(query), rules, membersShown)
  return (
    <section className="card" aria-labelledby="members">
      <div className="card-head">
        <h2 id="members">{t('members')}</h2>
        {isOwner && (
          <small className="text-muted num">
            {t('count', { count: String(members.length + invites.length), max: String(max) })}
          </small>
        )}
      </div>
      {members.length > membersShown && (
        <ListControls
          label={t('find')}
          filters={[
            { name: 'all', label: t('everyRole'), count: members.length },
            ...teamRoles.map((name) => ({
              name,
              label: t(`roles.${name}`),
              count: members.filter((member) => member.role === name).length,
            })),
          ]}
          sorts={(['address', 'newest'] as const).map((name) => ({ name, label: t(`sort.${name}`) }))}
        />
      )}
      {list.found === 0 && <NothingFound />}
      <ul className="row-list">
        {list.rows.map((member) => (
          <Row
            key={member.id}
            member={member}
            act={act}
            canEdit={isOwner}
            isLastOwner={member.role === 'owner' && owners === 1}
          />
        ))}
      </ul>
      <ListPager label={t('members')} list={list} />
      <ul className="quiet stack gap-4 ruled-top team-roles">
        {teamRoles.map((name) => (
          <li key={name}>{t(`may.${name}`)}</li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = { member: TeamMember; act: Act; canEdit: boolean; isLastOwner: boolean }

function Row({ member, act, canEdit, isLastOwner }: RowProps) {
  const t = useTranslations('team')
  const { moment } = useMoment()
  const { email, role, holder, you, joinedAt } = member
  // Nobody can change the role of the last owner. While the holder is an owner, only the holder can change that role.
  const canChoose = canEdit && !isLastOwner && (!holder || you || role !== 'owner')
  const about = [
    ...(holder ? [t('holder')] : []),
    ...(joinedAt === null ? [] : [t('since', { date: moment(joinedAt, 'day') })]),
  ]
  return (
    <li>
      <span className="team-name">
        {email} {you && <span className="tag-current">{t('you')}</span>}
        <span className="row-note">{about.join(' · ')}</span>
      </span>
      {canChoose ? <RoleChoice member={member} act={act} /> : <span>{t(`roles.${role}`)}</span>}
      {canEdit && !you && <MemberActs member={member} act={act} />}
    </li>
  )
}

function RoleChoice({ member: { id, email, role }, act }: { member: TeamMember; act: Act }) {
  const t = useTranslations('team')
  const change = (wanted: string) => {
    const next = teamRoles.find((name) => name === wanted)
    if (next) void act('PUT /api/team/members/{id}', { params: { id }, body: { role: next, from: role } }, t('changed'))
  }
  return (
    <select
      className="input team-role"
      aria-label={t('role', { email })}
      value={role}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {teamRoles.map((name) => (
        <option key={name} value={name}>
          {t(`roles.${name}`)}
        </option>
      ))}
    </select>
  )
}

function MemberActs({ member: { id, email, holder }, act }: { member: TeamMember; act: Act }) {
  const t = useTranslations('team')
  const handOver = { title: t('handOverTitle'), message: t('handOverMessage', { email }), confirm: t('handOver') }
  const remove = { title: t('removeTitle'), message: t('removeMessage', { email }), confirm: t('remove') }
  return (
    <span className="flow gap-4-16">
      <WorkButton
        className="action-link"
        aria-label={`${t('handOver')}: ${email}`}
        question={{ ...handOver, danger: true }}
        work={() => act('POST /api/team/transfer', { body: { memberId: id } }, t('handedOver'))}
      >
        {t('handOver')}
      </WorkButton>
      {!holder && (
        <WorkButton
          className="action-link"
          aria-label={`${t('remove')}: ${email}`}
          question={{ ...remove, danger: true }}
          work={() => act('DELETE /api/team/members/{id}', { params: { id } }, t('removed'))}
        >
          {t('remove')}
        </WorkButton>
      )}
    </span>
  )
}
