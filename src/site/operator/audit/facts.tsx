import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { Moment } from '../../ui/time/moment.tsx'
import type { AuditFact, FactValue } from './audit-facts.ts'
import { useFactWords } from './audit-words.ts'

export function Facts({ facts }: { facts: readonly AuditFact[] }) {
  const nameOf = useFactWords()
  return (
    <span className="flow gap-0-12 shrink">
      {facts.map(({ name, before, value }) => (
        <span key={name}>
          <span className="text-muted">{nameOf(name)}</span>{' '}
          {before && (
            <>
              <Value value={before} /> →{' '}
            </>
          )}
          <Value value={value} />
        </span>
      ))}
    </span>
  )
}

/** Facts in one line of text. */
export function FactLine({ facts }: { facts: readonly AuditFact[] }) {
  const nameOf = useFactWords()
  return facts.map(({ name, value }, index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      {nameOf(name)} <Value value={value} />
    </Fragment>
  ))
}

function Value({ value }: { value: FactValue }) {
  const t = useTranslations('operatorAudit.row')
  switch (value.kind) {
    case 'text':
      return value.text
    case 'money':
      return <span className="num">{value.text}</span>
    case 'id':
      return <Id id={value.text} />
    case 'time':
      return <Moment at={value.at} />
    case 'yes':
    case 'no':
      return t(value.kind)
    case 'none':
      return t('nothing')
  }
}

/** Shortens long ids: the digest of a deleted person is long and means nothing to the reader. */
export function Id({ id }: { id: string }) {
  return (
    <code className="num" title={id}>
      {id.length > 24 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}
    </code>
  )
}
