import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import type { CalendarEffect } from '#src/contract/operator/data/calendars.ts'
import { calendarDayKinds } from '#src/contract/values/calendar-day.ts'
import { NotRead } from '../../../reads/shown.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Act, ActLink } from '../../acts/act.tsx'
import { Panel } from '../../parts/frame/panel.tsx'
import type { Reader } from '../../shell/console-page.tsx'
import { EffectTable } from './effect-table.tsx'

type Shown = { name: string; year: number; version: number }
type DayFields = { date: string; kind: string; hours: string; name: string }
type DayPanelProps = {
  shown: Shown
  input: DayFields
  preview: { effects: CalendarEffect[] | null; wrong: string | null } | null
  isUnread: boolean
  reader: Reader
}

const wrongFields = ['date', 'kind', 'hours', 'name'] as const

export function DayPanel({ shown, input, preview, isUnread, reader }: DayPanelProps) {
  const t = useTranslations('operatorCalendars')
  if (!reader.may('calendar.set')) return null
  const wrong = wrongFields.find((name) => name === preview?.wrong)
  const errorOf = (name: (typeof wrongFields)[number]) => (wrong === name ? t(`wrong.${name}`) : undefined)
  const isRemoval = input.kind === 'remove'
  return (
    <div id="day">
      <Panel title={t('set')}>
        <Form method="get" className="stack pair form data-day" preventScrollReset>
          <input type="hidden" name="calendar" value={shown.name} />
          <input type="hidden" name="year" value={shown.year} />
          <Field label={t('date')} name="date" type="date" defaultValue={input.date} error={errorOf('date')} required />
          <SelectField label={t('kind')} name="kind" defaultValue={input.kind} error={errorOf('kind')}>
            {calendarDayKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kindOf.${kind}`)}
              </option>
            ))}
            {isRemoval && <option value="remove">{t('kindOf.remove')}</option>}
          </SelectField>
          <Field
            label={t('hours')}
            name="hours"
            defaultValue={input.hours}
            hint={t('hoursHint')}
            error={errorOf('hours')}
            maxLength={100}
            autoComplete="off"
          />
          <Field
            label={t('name')}
            name="name"
            defaultValue={input.name}
            error={errorOf('name')}
            maxLength={100}
            autoComplete="off"
          />
          <button type="submit" className="btn btn-outline">
            {t('preview')}
          </button>
        </Form>
        {isUnread && <NotRead />}
        {preview?.wrong && !wrong && (
          <p className="notice notice-bad" role="alert">
            {t('wrong.other')}
          </p>
        )}
      </Panel>
      {preview?.effects && (
        <Panel title={t('effect', { date: input.date })} aside={t('local')} flush>
          <EffectTable effects={preview.effects} />
          <p className="flow-middle data-fix">
            <ActLink act={isRemoval ? 'remove' : 'set'} className="btn btn-accent">
              {t(isRemoval ? 'removeOpen' : 'setOpen')}
            </ActLink>
          </p>
        </Panel>
      )}
      <DayAct shown={shown} input={input} />
    </div>
  )
}

function DayAct({ shown, input }: Pick<DayPanelProps, 'shown' | 'input'>) {
  const t = useTranslations('operatorCalendars')
  const { date } = input
  const isRemoval = input.kind === 'remove'
  const about = { calendar: shown.name, version: shown.version, date }
  return (
    <Act
      name={isRemoval ? 'remove' : 'set'}
      title={t(isRemoval ? 'removeTitle' : 'setTitle', { date, calendar: shown.name })}
      effects={[t('follows'), t('builtAgain'), t('undone')].slice(0, isRemoval ? 2 : 3)}
      submit={t(isRemoval ? 'removeSubmit' : 'setSubmit')}
      hidden={isRemoval ? about : { ...about, kind: input.kind, hours: input.hours, name: input.name }}
    />
  )
}
