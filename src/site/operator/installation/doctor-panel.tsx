import { useTranslations } from 'use-intl'
import type { Installation } from '#src/contract/operator/installation.ts'
import { Panel } from '../parts/frame/panel.tsx'
import { Pill } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'

type Diagnosis = Installation['doctor'][number]

/** The diagnosis of `tapewire doctor`, whose sentences are English. */
export function DoctorPanel({ doctor }: Pick<Installation, 'doctor'>) {
  const t = useTranslations('operatorInstallation.doctor')
  const columns: Column<Diagnosis>[] = [
    { name: 'check', label: t('check'), cell: ({ name }) => t(`checks.${name}`) },
    {
      name: 'state',
      label: t('state'),
      cell: ({ isFine }) => {
        if (isFine === null) return <Pill tone="none">{t('nothing')}</Pill>
        return <Pill tone={isFine ? 'good' : 'bad'}>{t(isFine ? 'fine' : 'bad')}</Pill>
      },
    },
    { name: 'text', label: t('text'), cell: ({ text }) => <span lang="en">{text}</span> },
  ]
  return (
    <Panel title={t('title')} aside={t('command')} flush>
      <DenseTable
        caption={t('title')}
        columns={columns}
        rows={doctor}
        rowKey={({ name }) => name}
        isMarked={({ isFine }) => isFine === false}
        empty={null}
      />
    </Panel>
  )
}
