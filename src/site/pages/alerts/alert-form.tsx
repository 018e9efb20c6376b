import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { alertIntervals, changeMinutes, pauseSecondsMax } from '#src/contract/account/alert-choices.ts'
import type { Alert, AlertCondition } from '#src/contract/account/alerts.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Input } from '#src/contract/account/routes.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Act } from '../../account/use-act.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../ui/form/work-form.tsx'
import { useCondition } from './use-condition.ts'

type Kind = 'price' | 'change' | 'indicator'
export type IndicatorChoice = { name: string; outputs: string[] }
type Body = Input<'POST /api/alerts'>['body']

type AlertFormProps = {
  act: Act
  choices: readonly IndicatorChoice[]
  wanted: { symbol: string; value: string }
  hasWebhook: boolean
  /** The alert to change; null: the form creates an alert. */
  changed: Alert | null
  done(): void
}

/** The fields start with the values of `changed`, so use another React key for another alert. */
export function AlertForm({ act, changed, done, ...props }: AlertFormProps) {
  const t = useTranslations('alerts')
  const [kind, setKind] = useState<Kind>(changed?.condition.kind ?? 'price')
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = bodyOf(new FormData(event.currentTarget), kind, changed)
    const { symbol: _, ...content } = body
    const result = changed
      ? await act('PUT /api/alerts/{id}', { params: { id: changed.id }, body: content }, t('changed'))
      : await act('POST /api/alerts', { body }, t('created'))
    setRefusal(result.ok ? null : result.refusal)
    if (result.ok) done()
  }
  return (
    <section className="card" aria-labelledby="new-alert">
      <div className="card-head">
        <h2 id="new-alert">{changed ? t('edit', { symbol: changed.symbol }) : t('new')}</h2>
      </div>
      <CallForm className="card-body at-start alert-form" method="post" data-scripted onSubmit={submit}>
        <CrossingFields {...props} {...{ changed, kind, setKind, refusal }} />
        <OtherFields {...props} {...{ changed, refusal }} />
        <div className="flow alert-acts">
          <SubmitButton>{t(changed ? 'save' : 'create')}</SubmitButton>
          {changed && (
            <button type="button" className="btn btn-outline" onClick={done}>
              {t('cancel')}
            </button>
          )}
        </div>
      </CallForm>
    </section>
  )
}

type FieldsProps = Pick<AlertFormProps, 'choices' | 'wanted' | 'hasWebhook' | 'changed'> & { refusal: Refused | null }
type CrossingProps = FieldsProps & { kind: Kind; setKind(kind: Kind): void }

function CrossingFields({ choices, wanted, changed, kind, setKind, refusal }: CrossingProps) {
  const t = useTranslations('alerts')
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const before = changed?.condition
  return (
    <>
      <Field
        label={t('symbol')}
        name="symbol"
        required
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
        readOnly={changed !== null}
        hint={changed ? t('symbolStays') : t('symbolHint')}
        defaultValue={changed?.symbol ?? wanted.symbol}
        error={at('symbol')}
      />
      <SelectField
        label={t('kind')}
        name="kind"
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
      >
        {(['price', 'change', 'indicator'] as const).map((name) => (
          <option key={name} value={name}>
            {t(`kinds.${name}`)}
          </option>
        ))}
      </SelectField>
      {kind === 'indicator' && <IndicatorFields choices={choices} before={before} />}
      <SelectField label={t('direction')} name="direction" defaultValue={before?.direction}>
        <option value="up">{t(kind === 'change' ? 'rises' : 'up')}</option>
        <option value="down">{t(kind === 'change' ? 'falls' : 'down')}</option>
      </SelectField>
      <Field
        label={t(kind === 'change' ? 'percent' : 'value')}
        name="value"
        type="number"
        step="any"
        min={kind === 'indicator' ? undefined : '0.00000001'}
        required
        inputMode="decimal"
        defaultValue={before?.value ?? wanted.value}
        error={at('condition')}
      />
      {kind === 'change' && <WindowField minutes={before?.kind === 'change' ? before.minutes : 60} />}
    </>
  )
}

function OtherFields({ hasWebhook, changed, refusal }: FieldsProps) {
  const t = useTranslations('alerts')
  const [repeats, setRepeats] = useState(changed !== null && changed.pauseSeconds !== null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  return (
    <>
      <SelectField
        label={t('repeat')}
        name="repeat"
        value={repeats ? 'every' : 'once'}
        onChange={(event) => setRepeats(event.currentTarget.value === 'every')}
      >
        <option value="once">{t('once')}</option>
        <option value="every">{t('every')}</option>
      </SelectField>
      {repeats && (
        <Field
          label={t('pause')}
          name="pause"
          type="number"
          min={1}
          max={pauseSecondsMax / 60}
          defaultValue={(changed?.pauseSeconds ?? 3_600) / 60}
          required
          error={at('pauseSeconds')}
        />
      )}
      <Field
        label={t('expires')}
        name="expires"
        type="date"
        defaultValue={lastDayOf(changed)}
        error={at('expiresAt')}
      />
      <Field
        label={t('note')}
        name="note"
        maxLength={200}
        autoComplete="off"
        defaultValue={changed?.note}
        error={at('note')}
      />
      <fieldset className="flow boxes gap-0-16">
        <legend className="field-label">{t('ways')}</legend>
        <label>
          <input type="checkbox" name="mail" defaultChecked={changed?.mail ?? true} />
          <span>{t('mail')}</span>
        </label>
        <label>
          <input
            type="checkbox"
            name="webhook"
            defaultChecked={hasWebhook && (changed?.webhook ?? true)}
            disabled={!hasWebhook}
          />
          <span>{t('webhook')}</span>
        </label>
      </fieldset>
    </>
  )
}

function WindowField({ minutes: chosen }: { minutes: number }) {
  const t = useTranslations('alerts')
  const { window } = useCondition()
  return (
    <SelectField label={t('window')} name="minutes" defaultValue={chosen}>
      {changeMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {window(minutes)}
        </option>
      ))}
    </SelectField>
  )
}

type IndicatorFieldsProps = { choices: readonly IndicatorChoice[]; before: AlertCondition | undefined }

function IndicatorFields({ choices, before }: IndicatorFieldsProps) {
  const t = useTranslations('alerts')
  const known = before?.kind === 'indicator' ? before : null
  const [name, setName] = useState<string>(known?.name ?? 'rsi')
  const outputs = choices.find((one) => one.name === name)?.outputs ?? []
  return (
    <>
      <SelectField
        label={t('indicator')}
        name="indicator"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      >
        {choices.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name.toUpperCase()}
          </option>
        ))}
      </SelectField>
      {outputs.length > 1 ? (
        <SelectField key={name} label={t('output')} name="output" defaultValue={known?.output}>
          {outputs.map((output) => (
            <option key={output}>{output}</option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="output" value={outputs[0] ?? ''} />
      )}
      <SelectField label={t('interval')} name="interval" defaultValue={known?.interval ?? '1h'}>
        {alertIntervals.map((interval) => (
          <option key={interval}>{interval}</option>
        ))}
      </SelectField>
    </>
  )
}

/** An alert's last day in the reader's time zone. `expiresAt` is the first second of the next day; see `bodyOf`. */
function lastDayOf(alert: Alert | null): string | undefined {
  if (!alert || alert.expiresAt === null) return undefined
  const end = new Date(alert.expiresAt - minuteMs / 60)
  return `${end.getFullYear()}-${String(end.getMonth() + 1).padStart(2, '0')}-${String(end.getDate()).padStart(2, '0')}`
}

function bodyOf(form: FormData, kind: Kind, before: Alert | null): Body {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const direction = text('direction') as 'up' | 'down'
  const value = Number(text('value'))
  const expires = text('expires')
  const pause = text('pause')
  return {
    symbol: text('symbol'),
    condition: conditionOf(kind, text, { direction, value }, before?.condition),
    note: text('note'),
    pauseSeconds: pause === '' ? null : Number(pause) * 60,
    // Midnight at the end of the chosen day, in the reader's time zone.
    expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).getTime() + minuteMs / 60,
    mail: form.has('mail'),
    webhook: form.has('webhook'),
  }
}

/** Values that are cast here are checked by the server. */
function conditionOf(
  kind: Kind,
  text: (name: string) => string,
  crossing: { direction: 'up' | 'down'; value: number },
  before: AlertCondition | undefined,
): Body['condition'] {
  if (kind === 'price') return { kind, ...crossing }
  if (kind === 'change')
    return { kind, ...crossing, minutes: Number(text('minutes')) as (typeof changeMinutes)[number] }
  type Wanted = Extract<Body['condition'], { kind: 'indicator' }>
  const name = text('indicator') as Wanted['name']
  // The form has no fields for the indicator's settings, so the alert keeps its old settings.
  const params = before?.kind === kind && before.name === name ? before.params : {}
  const interval = text('interval') as Wanted['interval']
  return { kind, ...crossing, name, params, output: text('output'), interval }
}
