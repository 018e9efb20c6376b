import { useTranslations } from 'use-intl'
import { languages } from '#src/contract/locale.ts'
import type { Customer } from '#src/contract/operator/customers/customers.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Facts, Panel } from '../../parts/frame/panel.tsx'
import { Pill } from '../../parts/marks/pill.tsx'
import { useListed } from '../../parts/words/use-listed.ts'

export function AccountPanel({ customer }: { customer: Customer }) {
  const t = useTranslations('operatorCustomers.account')
  const listed = useListed()
  const { signIn, locale, timeZone, suspendedAt, deleteAfter } = customer
  const ways = [
    ...(signIn.password ? [t('password')] : []),
    ...(signIn.passkeys > 0 ? [t('passkeys', { count: signIn.passkeys })] : []),
    ...signIn.providers,
  ]
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={[
          { name: t('signIn'), value: listed(ways) || t('byMail') },
          { name: t('twoStep'), value: t(signIn.twoStep ? 'on' : 'off') },
          {
            name: t('mailbox'),
            value: <Pill tone={signIn.proven ? 'good' : 'warn'}>{t(signIn.proven ? 'proven' : 'unproven')}</Pill>,
          },
          { name: t('language'), value: `${languages[locale].name}, ${timeZone}` },
          { name: t('seen'), value: signIn.seenAt === null ? '–' : <Moment at={signIn.seenAt} /> },
          { name: t('sessions'), value: String(signIn.sessions) },
          ...(suspendedAt === null ? [] : [{ name: t('suspended'), value: <Moment at={suspendedAt} /> }]),
          ...(deleteAfter === null ? [] : [{ name: t('deletion'), value: <Moment at={deleteAfter} style="day" /> }]),
        ]}
      />
    </Panel>
  )
}
