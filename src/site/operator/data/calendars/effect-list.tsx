import { useFormatter, useTranslations } from 'use-intl'
import type { CalendarEffect } from '#src/contract/operator/data/calendars.ts'
import { Moment } from '../../../ui/time/moment.tsx'

/** The effects of a changed day at each exchange, in a narrow column. */
export function EffectList({ effects }: { effects: readonly CalendarEffect[] }) {
  return (
    <ul className="ruled effect-list">
      {effects.map((effect) => (
        <li key={effect.code}>
          <EffectAt effect={effect} />
        </li>
      ))}
    </ul>
  )
}

function EffectAt({ effect: { code, name, timeZone, before, after, opens, ...rest } }: { effect: CalendarEffect }) {
  const t = useTranslations('operatorCalendars.effects')
  const format = useFormatter()
  const { instruments, examples, bars } = rest
  const hours = (text: string) => text.replaceAll(',', ', ') || t('closed')
  return (
    <>
      <p>
        <b>{name}</b>
      </p>
      <p className="text-muted num">{`${code} · ${timeZone}`}</p>
      <p className="num">
        {before === after ? (
          t('same', { hours: hours(before) })
        ) : (
          <>
            <s>{hours(before)}</s> <b>{hours(after)}</b>
          </>
        )}
      </p>
      <dl>
        <dt>{t('opens')}</dt>
        {opens.after.map((at, turn) => (
          <dd key={at} className={at === opens.before[turn] ? undefined : 'text-strong'}>
            <Moment at={at} />
          </dd>
        ))}
        <dt>{t('instruments')}</dt>
        <dd>{[format.number(instruments), ...examples].join(' · ')}</dd>
        <dt>{t('outside')}</dt>
        <dd>
          {bars
            ? t('outsideOf', {
                after: format.number(bars.after),
                before: format.number(bars.before),
                stored: format.number(bars.stored),
              })
            : t('notCounted')}
        </dd>
        <dt>{t('days')}</dt>
        <dd>{bars ? format.number(bars.days) : '–'}</dd>
      </dl>
    </>
  )
}
