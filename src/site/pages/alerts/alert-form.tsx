import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { alertIntervals, changeMinutes, pauseSecondsMax } from '#src/contract/account/alert-choices.ts'
import type { Refused } from '#src/contract/account/refused.ts'
import type { Input } from '#src/contract/account/routes.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Act } from '../../account/use-act.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { useCondition } from './use-condition.ts'

type Kind = 'price' | 'change' | 'indicator'
export type IndicatorChoice = { name: string; outputs: string[] }
type Body = Input<'POST /api/alerts'>['body']

type AlertFormProps = {
  act: Act
  choices: readonly IndicatorChoice[]
  wanted: { symbol: string; value: string }
  hasWebhook: boolean
}

export function AlertForm({ act, choices, wanted, hasWebhook }: AlertFormProps) {
  const t = useTranslations('alerts')
  const [kind, setKind] = useState<Kind>('price')
  const [repeats, setRepeats] = useState(false)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const at = (param: string) => (refusal?.param === param ? refusal.msg : undefined)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const result = await act('POST /api/alerts', { body: bodyOf(new FormData(form), kind) }, t('created'))
    setRefusal(result.ok ? null : result.refusal)
  }
  return (
    <section className="card" aria-labelledby="new-alert">
      <div className="card-head">
        <h2 id="new-alert">{t('new')}</h2>
      </div>
      <form className="card-body alert-form" method="post" data-scripted onSubmit={(event) => void submit(event)}>
        <Field
          label={t('symbol')}
          name="symbol"
          required
          maxLength={50}
          autoComplete="off"
          spellCheck={false}
          hint={t('symbolHint')}
          defaultValue={wanted.symbol}
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
        {kind === 'indicator' && <IndicatorFields choices={choices} />}
        <SelectField label={t('direction')} name="direction">
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
          defaultValue={wanted.value}
          error={at('condition')}
        />
        {kind === 'change' && <WindowField />}
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
            defaultValue={60}
            required
            error={at('pauseSeconds')}
          />
        )}
        <Field label={t('expires')} name="expires" type="date" error={at('expiresAt')} />
        <Field label={t('note')} name="note" maxLength={200} autoComplete="off" error={at('note')} />
        <fieldset className="alert-ways">
          <legend className="field-label">{t('ways')}</legend>
          <label>
            <input type="checkbox" name="mail" defaultChecked />
            <span>{t('mail')}</span>
          </label>
          <label>
            <input type="checkbox" name="webhook" defaultChecked={hasWebhook} disabled={!hasWebhook} />
            <span>{t('webhook')}</span>
          </label>
        </fieldset>
        <button type="submit" className="btn btn-accent">
          {t('create')}
        </button>
      </form>
    </section>
  )
}

function WindowField() {
  const t = useTranslations('alerts')
  const { window } = useCondition()
  return (
    <SelectField label={t('window')} name="minutes" defaultValue={60}>
      {changeMinutes.map((minutes) => (
        <option key={minutes} value={minutes}>
          {window(minutes)}
        </option>
      ))}
    </SelectField>
  )
}

function IndicatorFields({ choices }: { choices: readonly IndicatorChoice[] }) {
  const t = useTranslations('alerts')
  const [name, setName] = useState('rsi')
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
        <SelectField key={name} label={t('output')} name="output">
          {outputs.map((output) => (
            <option key={output}>{output}</option>
          ))}
        </SelectField>
      ) : (
        <input type="hidden" name="output" value={outputs[0] ?? ''} />
      )}
      <SelectField label={t('interval')} name="interval" defaultValue="1h">
        {alertIntervals.map((interval) => (
          <option key={interval}>{interval}</option>
        ))}
      </SelectField>
    </>
  )
}

function bodyOf(form: FormData, kind: Kind): Body {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const direction = text('direction') as 'up' | 'down'
  const value = Number(text('value'))
  const expires = text('expires')
  const pause = text('pause')
  return {
    symbol: text('symbol'),
    condition: conditionOf(kind, text, { direction, value }),
    note: text('note'),
    pauseSeconds: pause === '' ? null : Number(pause) * 60,
    // The end of that day, by the reader's clock.
    expiresAt: expires === '' ? null : new Date(`${expires}T23:59:59`).getTime() + minuteMs / 60,
    mail: form.has('mail'),
    webhook: form.has('webhook'),
  }
}

/** Choices of the form, which the server checks again. */
function conditionOf(
  kind: Kind,
  text: (name: string) => string,
  crossing: { direction: 'up' | 'down'; value: number },
): Body['condition'] {
  if (kind === 'price') return { kind, ...crossing }
  if (kind === 'change')
    return { kind, ...crossing, minutes: Number(text('minutes')) as (typeof changeMinutes)[number] }
  type Wanted = Extract<Body['condition'], { kind: 'indicator' }>
  const name = text('indicator') as Wanted['name']
  return { kind, ...crossing, name, output: text('output'), interval: text('interval') as Wanted['interval'] }
}
