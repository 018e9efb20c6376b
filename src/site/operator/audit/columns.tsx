import { useTranslations } from 'use-intl'
import type { AuditRow } from '#src/contract/operator/audit.ts'
import { Moment } from '../../ui/time/moment.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { factsOf } from './audit-facts.ts'
import { useActionWords } from './audit-words.ts'
import { Facts, Id } from './facts.tsx'

export function useAuditColumns(): Column<AuditRow>[] {
  const t = useTranslations('operatorAudit.columns')
  const actionOf = useActionWords()
  return [
    { name: 'at', label: t('at'), cell: ({ at }) => <Moment at={at} style="second" />, kind: 'mono' },
    { name: 'actor', label: t('actor'), cell: (row) => <Actor row={row} /> },
    { name: 'action', label: t('action'), cell: ({ action }) => <span title={action}>{actionOf(action)}</span> },
    { name: 'subject', label: t('subject'), cell: ({ subject }) => subject.email ?? <Id id={subject.id} /> },
    { name: 'detail', label: t('detail'), cell: (row) => <Detail row={row} /> },
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

const shortMax = 3

/** The first facts of a row. A click opens the other facts, and the row's detail as it is stored. */
function Detail({ row: { action, detail, hash } }: { row: AuditRow }) {
  const t = useTranslations('operatorAudit.row')
  const facts = factsOf(detail)
  if (facts.length === 0 && hash === null) return null
  return (
    <details className="audit-detail">
      <summary>
        {facts.length === 0 ? (
          <span className="text-muted">{t('entry')}</span>
        ) : (
          <Facts facts={facts.slice(0, shortMax)} />
        )}
        {facts.length > shortMax && <span className="text-muted">+{facts.length - shortMax}</span>}
      </summary>
      {facts.length > shortMax && <Facts facts={facts.slice(shortMax)} />}
      <p className="text-muted">{t('whole')}</p>
      <pre className="num">{JSON.stringify({ action, ...detail }, null, 2)}</pre>
      {hash && (
        <p>
          <span className="text-muted">{t('chainHash')}</span> <code className="num breakable">{hash}</code>
        </p>
      )}
    </details>
  )
}
