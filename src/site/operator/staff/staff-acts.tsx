import { useTranslations } from 'use-intl'
import type { Member, WaitingApproval } from '#src/contract/operator/staff.ts'
import { staffRoles } from '#src/contract/staff/role.ts'
import { Act, ActField, ActSelect } from '../acts/act.tsx'
import { FactLine } from '../audit/facts.tsx'
import { useVerbWords } from '../parts/words/verb-words.ts'
import { endingOf, termsOf } from './approvals.tsx'

type StaffActsProps = { staff: readonly Member[]; approvals: readonly WaitingApproval[] }

export function StaffActs({ staff, approvals }: StaffActsProps) {
  const t = useTranslations('operatorStaff')
  const roles = useTranslations('operator.roles')
  return (
    <>
      <Act
        name="grant"
        title={t('grant.title')}
        effects={[t('grant.signOut'), t('grant.factor'), t('grant.second'), t('grant.young')]}
        submit={t('grant.submit')}
      >
        <ActField label={t('grant.email')} name="email" type="email" autoComplete="off" required />
        <ActSelect label={t('grant.role')} name="role" defaultValue="support">
          {staffRoles.map((role) => (
            <option key={role} value={role}>
              {`${roles(role)}: ${t(`may.${role}`)}`}
            </option>
          ))}
        </ActSelect>
      </Act>
      {staff.flatMap((member) =>
        member.roles.map((role) => (
          <Act
            key={`${role} ${member.email}`}
            name="revoke"
            on={`${role} ${member.email}`}
            title={t('revoke.title', { role: roles(role), email: member.email })}
            effects={[
              t('revoke.signOut'),
              t('revoke.rest', { count: member.roles.length - 1 }),
              ...(role === 'owner' ? [t('revoke.second')] : []),
            ]}
            submit={t('revoke.submit')}
            hidden={{ email: member.email, role }}
            danger
          />
        )),
      )}
      {approvals.map((approval) => (
        <RequestForms key={approval.id} approval={approval} />
      ))}
    </>
  )
}

function RequestForms({ approval }: { approval: WaitingApproval }) {
  const t = useTranslations('operatorStaff')
  const words = useVerbWords()
  const { id, verb, about, subject, askedBy } = approval
  const terms = termsOf(approval)
  const what = { what: words(verb), about: about ?? subject, by: askedBy ?? '–' }
  const ending = endingOf(approval)
  return (
    <>
      <Act
        name="confirm"
        on={String(id)}
        title={t('confirm.title', what)}
        effects={[
          t('confirm.does', what),
          ...(terms.length > 0 ? [<FactLine key="terms" facts={terms} />] : []),
          t('confirm.both'),
        ]}
        submit={t('confirm.submit')}
      />
      <Act
        name="drop"
        on={String(id)}
        title={t(`${ending}.title`, what)}
        effects={[t(`${ending}.does`)]}
        submit={t(`${ending}.submit`)}
        danger
      />
    </>
  )
}
