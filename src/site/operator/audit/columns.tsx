import { useTranslations } from 'use-intl'
import type { AuditRow } from '#src/contract/operator/audit.ts'
import type { Column } from '../parts/table/dense-table.tsx'
import { Moment } from '../parts/words/moment.tsx'

export function useAuditColumns(): Column<AuditRow>[] {
  const t = useTranslations('operatorAudit.columns')
  return [
    { name: 'at', label: t('at'), cell: ({ at }) => <Moment at={at} style="second" />, kind: 'mono' },
    { name: 'actor', label: t('actor'), cell: (row) => <Actor row={row} /> },
    { name: 'action', label: t('action'), cell: ({ action }) => action, kind: 'mono' },
    { name: 'subject', label: t('subject'), cell: ({ subject }) => subject.email ?? <Id id={subject.id} /> },
    { name: 'detail', label: t('detail'), cell: ({ detail }) => detailOf(detail) },
    {
      name: 'position',
      label: t('position'),
      cell: ({ position, hash }) => <span title={hash ?? undefined}>{position ?? '–'}</span>,
      kind: 'figure',
      narrow: 'no',
    },
  ]
}

function Actor({ row: { actor, actorKind } }: { row: AuditRow }) {
  const t = useTranslations('operatorAudit.kinds')
  return (
    <span>
      {actor === null ? t(actorKind) : (actor.email ?? <Id id={actor.id} />)}
      {actor !== null && <span className="row-note">{t(actorKind)}</span>}
    </span>
  )
}

/** Shortens long ids: the digest of a deleted person is long and means nothing to the reader. */
function Id({ id }: { id: string }) {
  return (
    <code className="num" title={id}>
      {id.length > 24 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}
    </code>
  )
}

function detailOf(detail: AuditRow['detail']) {
  if (Object.keys(detail).length === 0) return null
  return (
    <span className="flow audit-detail">
      {Object.entries(detail).map(([name, value]) => (
        <span key={name}>
          <span className="text-muted">{name}</span> {valueText(value)}
        </span>
      ))}
    </span>
  )
}

/** Null means that there was no value, or that a deletion removed it. */
function valueText(value: unknown): string {
  if (value === null) return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
