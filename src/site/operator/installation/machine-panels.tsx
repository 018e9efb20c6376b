import { useTranslations } from 'use-intl'
import type { Installation, InstalledLease } from '#src/contract/operator/installation.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { Facts, Panel } from '../parts/frame/panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import { useBytes } from '../parts/words/spans.ts'

export function ProcessPanel({ installation }: { installation: Installation }) {
  const t = useTranslations('operatorInstallation.process')
  const bytes = useBytes()
  const { version, node, mode, roles, disk } = installation
  const used = disk && t('used', { free: bytes(disk.free), total: bytes(disk.total) })
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={[
          { name: t('version'), value: <code className="num">{version}</code> },
          { name: 'Node', value: <code className="num">{node}</code> },
          { name: t('mode'), value: t(`modes.${mode}`) },
          { name: t('roles'), value: <code className="num">{roles.join(', ')}</code> },
          { name: t('disk'), value: used ?? t('unknown') },
        ]}
      />
    </Panel>
  )
}

/** The processes of this start, each with its roles; empty where one process does everything. */
export function ProcessesPanel({ processes }: Pick<Installation, 'processes'>) {
  const t = useTranslations('operatorInstallation.processes')
  if (processes.length === 0) return null
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={processes.map(({ name, roles, pid, status, since, starts }) => ({
          key: name,
          name: <code className="num">{name}</code>,
          value: (
            <>
              <Pill tone={status === 'up' ? 'good' : 'bad'}>{t(`states.${status}`)}</Pill>
              <small>
                {t('since')} <Moment at={since} />
              </small>
              <small>{t('detail', { roles: roles.join(', '), pid: `${pid}`, starts })}</small>
            </>
          ),
        }))}
      />
    </Panel>
  )
}

/** Leases: tasks that only one process at a time runs, and the process that runs each. */
export function LeasesPanel({ leases }: Pick<Installation, 'leases'>) {
  const t = useTranslations('operatorInstallation.leases')
  if (leases.length === 0) return null
  return (
    <Panel title={t('title')} flush>
      <Facts
        facts={leases.map((lease) => ({
          key: lease.name,
          name: <code className="num">{lease.name}</code>,
          value: <Holder lease={lease} />,
        }))}
      />
    </Panel>
  )
}

function Holder({ lease: { holder, since } }: { lease: InstalledLease }) {
  const t = useTranslations('operatorInstallation.leases')
  if (holder === null) return <Pill tone="none">{t('nobody')}</Pill>
  return (
    <>
      <code className="num">{holder}</code>
      {since !== null && (
        <small>
          {t('since')} <Moment at={since} />
        </small>
      )}
    </>
  )
}
