import { useTranslations } from 'use-intl'
import type { Member } from '#src/contract/operator/staff.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { ActLink } from '../acts/act.tsx'
import { ListPanel } from '../list/list-panel.tsx'
import type { Column } from '../parts/table/dense-table.tsx'

export function Members({ staff }: { staff: readonly Member[] }) {
  const t = useTranslations('operatorStaff.members')
  const roles = useTranslations('operator.roles')
  const columns: Column<Member>[] = [
    { name: 'email', label: t('email'), cell: ({ email }) => <b>{email}</b> },
    {
      name: 'roles',
      label: t('roles'),
      cell: (member) => (
        <span className="inline-middle gap-4-16 row-acts">
          {member.roles.map((role) => (
            <span key={role} className="role">
              {roles(role)}
              <ActLink
                act="revoke"
                on={`${role} ${member.email}`}
                className="action-link"
                label={t('revokeOf', { role: roles(role), email: member.email })}
              >
                {t('revoke')}
              </ActLink>
            </span>
          ))}
        </span>
      ),
    },
    { name: 'since', label: t('since'), cell: ({ since }) => <Moment at={since} style="day" /> },
  ]
  return (
    <ListPanel
      title={t('title')}
      aside={String(staff.length)}
      columns={columns}
      rows={staff}
      rowKey={({ accountId }) => accountId}
      none={{ title: t('none') }}
    />
  )
}
