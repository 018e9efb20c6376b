import { useTranslations } from 'use-intl'
import type { Installation, InstalledBackup } from '#src/contract/operator/installation.ts'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import { Moment } from '../parts/words/moment.tsx'
import { useBytes } from '../parts/words/spans.ts'

export function BackupsPanel({ backups }: Pick<Installation, 'backups'>) {
  const t = useTranslations('operatorInstallation.backups')
  if (backups.length === 0)
    return (
      <Panel title={t('title')}>
        <EmptyState title={t('none')} />
      </Panel>
    )
  return (
    <Panel title={t('title')} aside={<code className="num breakable">{backups[0]?.folder}</code>} flush>
      <Facts
        facts={backups.map((backup) => ({
          key: backup.id,
          name: <Moment at={backup.madeAt} />,
          value: <BackupState backup={backup} />,
        }))}
      />
    </Panel>
  )
}

function BackupState({ backup: { bytes, reused, verifiedAt, fault } }: { backup: InstalledBackup }) {
  const t = useTranslations('operatorInstallation.backups')
  const size = useBytes()
  const [tone, word] =
    fault !== null
      ? (['bad', 'damaged'] as const)
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
