import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ExposedKey } from '#src/contract/account/keys.ts'
import type { Act } from '../../account/use-act.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { useMoment } from '../../ui/time/moment.tsx'

const overlapChoices = [0, 1, 24, 72, 168] as const

/** The keys that former members of the team still know. Each of these keys should be reset. */
export function ExposedKeys({ keys, act }: { keys: readonly ExposedKey[]; act: Act }) {
  const t = useTranslations('team.exposed')
  return (
    <section className="card" aria-labelledby="exposed-keys">
      <div className="card-head">
        <h2 id="exposed-keys">{t('title')}</h2>
      </div>
      <p className="card-body text-muted">{t('lead')}</p>
      <ul className="row-list">
        {keys.map((key) => (
          <Row key={key.id} exposed={key} act={act} />
        ))}
      </ul>
    </section>
  )
}

function Row({ exposed: { id, key, aliasName, seenBy }, act }: { exposed: ExposedKey; act: Act }) {
  const t = useTranslations('team.exposed')
  const { moment } = useMoment()
  const overlapId = useId()
  const [overlapHours, setOverlap] = useState(24)
  const seen = seenBy.map(({ email, seenAt }) => t('seen', { email, date: moment(seenAt, 'day') }))
  return (
    <li>
      <span className="team-name">
        <span className="num">{key}</span> {aliasName}
        <span className="row-note">{seen.join(' · ')}</span>
      </span>
      <label htmlFor={overlapId}>{t('overlap')}</label>
      <select
        id={overlapId}
        className="input team-role"
        value={overlapHours}
        onChange={(event) => setOverlap(Number(event.currentTarget.value))}
      >
        {overlapChoices.map((hours) => (
          <option key={hours} value={hours}>
            {t('hours', { hours })}
          </option>
        ))}
      </select>
      <WorkButton
        className="action-link"
        aria-label={`${t('reset')}: ${key}`}
        work={() => act('POST /api/keys/{id}/reset', { params: { id }, body: { overlapHours } }, t('done'))}
      >
        {t('reset')}
      </WorkButton>
    </li>
  )
}
