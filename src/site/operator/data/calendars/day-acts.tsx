import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CalendarDayRow } from '#src/contract/operator/data/calendars.ts'
import { calendarDayKinds } from '#src/contract/values/calendar-day.ts'
import { Act, ActField, ActSelect, type FormValues } from '../../acts/act.tsx'
import { openAct } from '../../acts/act-address.ts'
import { EffectOf } from '../../acts/effect-of.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { EffectList } from './effect-list.tsx'

type Shown = { name: string; version: number; days: readonly CalendarDayRow[] }

const fieldNames = ['date', 'kind', 'hours', 'name'] as const

/** The sheets that change a day, or restore the listed day. */
export function DayActs({ shown, reader }: { shown: Shown; reader: Reader }) {
  const t = useTranslations('operatorCalendars')
  const { act, on } = openAct(useLocation())
  if (!reader.may('calendar.set')) return null
  const row = shown.days.find(({ date }) => date === on)
  const about = { calendar: shown.name, version: shown.version }
  if (act === 'remove')
    return (
      <Act
        name="remove"
        on={on}
        title={t('removeTitle', { date: on, calendar: shown.name })}
        effects={[t('follows'), t('builtAgain')]}
        submit={t('removeSubmit')}
        hidden={{ ...about, date: on }}
        preview={() => <DayEffect calendar={shown.name} query={{ date: on, kind: 'remove' }} />}
      />
    )
  return (
    <Act
      name="set"
      on={on}
      title={t('set')}
      effects={[t('follows'), t('builtAgain'), t('undone')]}
      submit={t('setSubmit')}
      hidden={about}
      preview={(values) => <DayEffect calendar={shown.name} query={queryOf(values)} />}
    >
      <ActField label={t('date')} name="date" type="date" defaultValue={on} wrong={t('wrong.date')} required />
      <ActSelect label={t('kind')} name="kind" defaultValue={row?.kind ?? 'closed'} wrong={t('wrong.kind')}>
        {calendarDayKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kindOf.${kind}`)}
          </option>
        ))}
      </ActSelect>
      <ActField
        label={t('hours')}
        name="hours"
        defaultValue={row ? hoursOf(row) : ''}
        hint={t('hoursHint')}
        wrong={t('wrong.hours')}
        maxLength={100}
        autoComplete="off"
      />
      <ActField
        label={t('name')}
        name="name"
        defaultValue={row?.name}
        wrong={t('wrong.name')}
        maxLength={100}
        autoComplete="off"
      />
    </Act>
  )
}

/** The hours in the form's format. An early close has only its closing time. */
function hoursOf({ kind, hours }: CalendarDayRow): string {
  if (kind === 'early') return hours.split('-').at(-1) ?? ''
  return kind === 'special' ? hours : ''
}

type DayQuery = { date: string; kind: string; hours?: string; name?: string }

function queryOf({ text }: FormValues): DayQuery {
  return { date: text('date'), kind: text('kind'), hours: text('hours'), name: text('name') }
}

function DayEffect({ calendar, query }: { calendar: string; query: DayQuery }) {
  const t = useTranslations('operatorCalendars')
  return (
    <EffectOf
      route="GET /api/operator/calendars/{name}/preview"
      call={query.date === '' ? null : { params: { name: calendar }, query }}
      hint={t('previewHint')}
      wrong={(what) => t(`wrong.${fieldNames.find((name) => name === what) ?? 'other'}`)}
    >
      {(effects) => <EffectList effects={effects} />}
    </EffectOf>
  )
}
