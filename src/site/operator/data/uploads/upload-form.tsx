import { type FormEvent, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { assetClasses, intervals } from '#src/contract/market.ts'
import { importKinds } from '#src/contract/values/import-kind.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../../ui/form/work-form.tsx'
import { openAct, withoutAct } from '../../acts/act-address.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { Meter } from './meter.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { type SendingState, useSending } from './use-sending.ts'

/** Kinds of data whose file holds a single instrument, named in the file name or in the form's fields. */
const ofOneInstrument: readonly string[] = ['bars', 'ticks', 'factors']

export function UploadForm() {
  return openAct(useLocation()).act === 'upload' ? <OpenForm /> : null
}

function OpenForm() {
  const t = useTranslations('operatorData.upload')
  const location = useLocation()
  const revalidator = useRevalidator()
  const [kind, setKind] = useState<string>('bars')
  const { state, send, pause } = useSending(() => void revalidator.revalidate())
  const isSending = state.kind === 'sending'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    return send(new FormData(event.currentTarget))
  }
  const errorOf = (name: string) => (state.kind === 'refused' && state.param === name ? state.message : undefined)
  return (
    <Panel title={t('title')} aside={t('max')}>
      <noscript>
        <p className="notice">{t('scripts')}</p>
      </noscript>
      <CallForm className="stack pair upload-form" onSubmit={submit}>
        <Field
          label={t('file')}
          name="file"
          type="file"
          accept=".csv,.gz,.zst,.parquet"
          hint={t('fileHint')}
          error={errorOf('file')}
          required
        />
        <SelectField label={t('kind')} name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
          <KindOptions />
        </SelectField>
        {ofOneInstrument.includes(kind) && (
          <fieldset className="stack pair upload-target">
            <legend>{t('target')}</legend>
            <p className="quiet">{t('targetHint')}</p>
            <SelectField label={t('class')} name="class">
              <option value="">{t('fromName')}</option>
              {assetClasses.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
            <Field label={t('region')} name="region" maxLength={2} placeholder="US" autoComplete="off" />
            <Field
              label={t('code')}
              name="code"
              maxLength={40}
              placeholder="AAPL"
              autoComplete="off"
              error={errorOf('code')}
            />
            {kind === 'bars' && (
              <SelectField label={t('interval')} name="interval" error={errorOf('interval')}>
                <option value="">{t('fromName')}</option>
                {intervals.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
            )}
          </fieldset>
        )}
        {(kind === 'bars' || kind === 'ticks') && (
          <>
            <Field
              label={t('map')}
              name="map"
              maxLength={1_000}
              placeholder="time=ts:ms,open=o,…"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint={t('mapHint')}
              error={errorOf('map')}
            />
            <ReadingFields />
            <label className="middle upload-check">
              <input type="checkbox" name="acceptOutliers" />
              {t('outliers')}
            </label>
          </>
        )}
        <Outcome state={state} />
        <div className="flow-base upload-acts">
          <SubmitButton working={t('sending')}>{t('send')}</SubmitButton>
          {isSending ? (
            <button type="button" className="btn btn-outline" onClick={pause}>
              {t('pause')}
            </button>
          ) : (
            <Link to={withoutAct(location)} className="btn btn-outline" preventScrollReset>
              {t('close')}
            </Link>
          )}
        </div>
      </CallForm>
    </Panel>
  )
}

function KindOptions() {
  const t = useTranslations('operatorData.kinds')
  return importKinds.map((name) => (
    <option key={name} value={name}>
      {t(name)}
    </option>
  ))
}

function Outcome({ state }: { state: SendingState }) {
  const t = useTranslations('operatorData.upload')
  switch (state.kind) {
    case 'idle':
      return null
    case 'sent':
      return (
        <p className="notice notice-good" role="status">
          {t('sent')}
        </p>
      )
    case 'refused':
      return (
        <p className="notice notice-bad" role="alert">
          {state.message ?? t('failed')}
        </p>
      )
    case 'sending': {
      const { upload, broken } = state
      return (
        <div role="status">
          <Meter label={t('sending')} share={upload === null ? 0 : upload.received / upload.bytes} />
          {broken && <p className="notice">{t('broken')}</p>}
        </div>
      )
    }
  }
}
