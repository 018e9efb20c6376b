import { useTranslations } from 'use-intl'
import type { Customer, CustomerEvent } from '#src/contract/operator/customers/customers.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Act, ActArea } from '../../acts/act.tsx'
import { useMailWords } from '../../parts/words/mail-words.ts'
import { KeyActs } from './key-acts.tsx'
import { type GrantablePlan, MoneyActs } from './money-acts.tsx'
import { Reason } from './reason.tsx'

type CustomerActsProps = {
  customer: Customer
  events: readonly CustomerEvent[]
  plans: readonly GrantablePlan[]
}

export function CustomerActs({ customer, events, plans }: CustomerActsProps) {
  return (
    <>
      <AccessActs customer={customer} />
      <KeyActs customer={customer} />
      <MoneyActs customer={customer} plans={plans} />
      <MailActs events={events} />
    </>
  )
}

function AccessActs({ customer }: { customer: Customer }) {
  const t = useTranslations('operatorCustomers.acts')
  const { version, sockets, keys, signIn } = customer
  const who = { email: customer.email }
  return (
    <>
      <Act
        hidden={{ version }}
        name="suspend"
        title={t('suspend.title', who)}
        effects={[
          t('suspend.access', { sockets: sockets.length, keys: keys.length }),
          t('suspend.sessions', { count: signIn.sessions }),
          t('suspend.stays', { credit: grouped(customer.credit) }),
        ]}
        submit={t('suspend.submit')}
        danger
      >
        <Reason />
      </Act>
      <Act
        hidden={{ version }}
        name="restore"
        title={t('restore.title', who)}
        effects={[t('restore.does')]}
        submit={t('restore.submit')}
      >
        <Reason />
      </Act>
      <Act
        hidden={{ version }}
        name="sign-out"
        title={t('sign-out.title', who)}
        effects={[t('sign-out.does', { count: signIn.sessions }), t('sign-out.keys')]}
        submit={t('sign-out.submit')}
        danger
      />
      <Act name="note" title={t('note.title')} effects={[t('note.does')]} submit={t('note.submit')}>
        <ActArea label={t('note.text')} name="note" maxLength={2_000} required />
      </Act>
      {sockets.map(({ id, path, address }) => (
        <Act
          key={id}
          name="disconnect"
          on={id}
          title={t('disconnect.title', { path, address })}
          effects={[t('disconnect.does')]}
          submit={t('disconnect.submit')}
          danger
        />
      ))}
    </>
  )
}

function MailActs({ events }: { events: readonly CustomerEvent[] }) {
  const t = useTranslations('operatorCustomers.acts')
  const mailOf = useMailWords()
  const failed = events.filter(({ what }) => what === 'mail.failed')
  return failed.map(({ id, facts: { mailId, mail } }) => (
    <Act
      key={id}
      name="resend"
      on={String(mailId)}
      title={t('resend.title', { subject: mailOf(String(mail)) })}
      effects={[t('resend.does')]}
      submit={t('resend.submit')}
    />
  ))
}
