import { useTranslations } from 'use-intl'
import type { Installation, InstalledBackup } from '#src/contract/operator/installation.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import { useBytes } from '../parts/words/spans.ts'

export function BackupsPanel({ backups, schedule }: Pick<Installation, 'backups' | 'schedule'>) {
  const t = useTranslations('operatorInstallation.backups')
  const { rehearsedAt } = schedule
  const [last] = backups
  return (
    <Panel title={t('title')} aside={last && <code className="num breakable">{last.folder}</code>} flush>
      <Facts
        facts={[
          { key: 'schedule', name: t('schedule'), value: <Schedule schedule={schedule} /> },
          {
            key: 'rehearsal',
            name: t('rehearsal'),
            value: rehearsedAt === null ? t('never') : <Moment at={rehearsedAt} />,
          },
          ...(last ? [] : [{ key: 'none', name: t('title'), value: t('none') }]),
          ...backups.map((backup) => ({
            key: backup.id,
            name: <Moment at={backup.madeAt} />,
            value: <BackupState backup={backup} />,
          })),
        ]}
      />
    </Panel>
  )
}

function Schedule({ schedule: { to, everyMinutes, failure } }: Pick<Installation, 'schedule'>) {
  const t = useTranslations('operatorInstallation.backups')
  if (to === null) return t('off')
  return (
    <>
      <span className="breakable">{t('every', { minutes: String(everyMinutes), place: to })}</span>
      {failure && (
        <>
          {' '}
          <Pill tone="bad">{t('failing')}</Pill>{' '}
          <span className="row-note">
            <Moment at={failure.since} /> {failure.reason}
          </span>
        </>
      )}
    </>
  )
}

function BackupState({ backup: { bytes, reused, verifiedAt, rehearsedAt, fault } }: { backup: InstalledBackup }) {
  const t = useTranslations('operatorInstallation.backups')
  const size = useBytes()
  const [tone, word] =
    fault !== null
      ? (['bad', 'damaged'] as const)
      : rehearsedAt !== null
        ? (['good', 'rehearsed'] as const)
        : verifiedAt === null
          ? (['none', 'unverified'] as const)
          : (['good', 'verified'] as const)
  return (
    <>
      <span className="num">{size(bytes)}</span> <Pill tone={tone}>{t(word)}</Pill>
      {reused > 0 && <span className="text-muted"> {t('shared', { bytes: size(reused) })}</span>}
      {fault !== null && <span className="row-note">{fault}</span>}
    </>
  )
}
