import { useTranslations } from 'use-intl'
import type { AlertStatus } from '#src/contract/operator/money/alerts.ts'
import { Act, ActLink } from '../../acts/act.tsx'
import { Facts, Panel } from '../../parts/frame/panel.tsx'
import { Pill } from '../../parts/marks/pill.tsx'

export function AlertsPanel({ alerts }: { alerts: AlertStatus }) {
  const t = useTranslations('operatorMoney.alerts')
  const { email, webhook, waiting, failed, error } = alerts
  const hasRecipient = email !== null || webhook
  return (
    <Panel
      title={t('title')}
      aside={t('aside')}
      foot={hasRecipient ? <ActLink act="alert">{t('open')}</ActLink> : t('nobody')}
      flush
    >
      <Facts
        facts={[
          { key: 'email', name: t('email'), value: email ?? '–' },
          {
            key: 'webhook',
            name: t('webhook'),
            value: webhook ? (
              <Pill tone={failed > 0 ? 'bad' : 'good'}>
                {failed > 0 ? t('failed', { count: failed }) : t('fine', { count: waiting })}
              </Pill>
            ) : (
              '–'
            ),
          },
          ...(error === null ? [] : [{ key: 'error', name: t('error'), value: <span lang="en">{error}</span> }]),
        ]}
      />
      <Act name="alert" title={t('ask')} effects={[t('mails'), t('again')]} submit={t('submit')} />
    </Panel>
  )
}
