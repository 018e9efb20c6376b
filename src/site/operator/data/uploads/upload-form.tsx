import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { assetClasses, intervals } from '#src/contract/market.ts'
import type { Place } from '#src/contract/operator/instruments.ts'
import { type ImportKind, importKinds } from '#src/contract/values/import-kind.ts'
import { Field, SelectField } from '../../../ui/field.tsx'
import { CallForm, SubmitButton } from '../../../ui/form/work-form.tsx'
import { openAct, withoutAct } from '../../acts/act-address.ts'
import { Panel } from '../../parts/frame/panel.tsx'
import { Skeleton } from '../../parts/frame/states.tsx'
import { RegionOptions } from '../instruments/place-options.tsx'
import { DropZone } from './drop-zone.tsx'
import { Meter } from './meter.tsx'
import { PreviewTable } from './preview-table.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { useSizeText } from './size-text.ts'
import { type PreviewState, usePreview } from './use-preview.ts'
import { type SendingState, useSending } from './use-sending.ts'

/** Fields that show their own refusal. */
const fieldsWithError: readonly string[] = ['file', 'code', 'interval', 'map']

/** Kinds of data whose file holds a single instrument, named in the file name or in the form's fields. */
const ofOneInstrument: readonly string[] = ['bars', 'ticks', 'factors']

export function UploadForm({ places }: { places: readonly Place[] }) {
  return openAct(useLocation()).act === 'upload' ? <OpenForm places={places} /> : null
}

function OpenForm({ places }: { places: readonly Place[] }) {
  const t = useTranslations('operatorData.upload')
  const location = useLocation()
  const revalidator = useRevalidator()
  const sizeText = useSizeText()
  const [kind, setKind] = useState<ImportKind>('bars')
  const [map, setMap] = useState('')
  const { state, send, pause } = useSending(() => void revalidator.revalidate())
  const { preview, look } = usePreview()
  const form = useRef<HTMLFormElement>(null)
  const isSending = state.kind === 'sending'
  const ofTable = kind === 'bars' || kind === 'ticks' ? kind : null
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    return send(new FormData(event.currentTarget))
  }
  const errorOf = (name: string) => (state.kind === 'refused' && state.param === name ? state.message : null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is read after it has the new choice
  useEffect(() => {
    if (form.current) look(form.current)
  }, [kind, map])
  return (
    <Panel title={t('title')} aside={t('max')}>
      <noscript>
        <p className="notice">{t('scripts')}</p>
      </noscript>
      <CallForm
        ref={form}
        className="stack upload-form"
        onSubmit={submit}
        onChange={(event) => look(event.currentTarget)}
      >
        <DropZone
          name="file"
          accept=".csv,.gz,.zst,.parquet"
          error={errorOf('file') ?? undefined}
          sizeText={sizeText}
        />
        <SelectField
          label={t('kind')}
          name="kind"
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as ImportKind)
            setMap('')
          }}
        >
          <KindOptions />
        </SelectField>
        {ofOneInstrument.includes(kind) && (
          <TargetFields places={places} hasInterval={kind === 'bars'} error={errorOf('code') ?? errorOf('interval')} />
        )}
        <Preview state={preview} kind={ofTable} onMap={setMap} />
        {ofTable && (
          <details className="upload-more">
            <summary>{t('more')}</summary>
            <Field
              label={t('map')}
              name="map"
              text={map}
              onText={setMap}
              maxLength={1_000}
              placeholder="time=ts:ms,open=o,…"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              hint={t('mapHint')}
              error={errorOf('map') ?? undefined}
            />
            <ReadingFields />
            <label className="middle gap-12 upload-check">
              <input type="checkbox" name="acceptOutliers" />
              {t('outliers')}
            </label>
          </details>
        )}
        <Outcome state={state} />
        <div className="flow-base gap-8-16">
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

type TargetFieldsProps = { places: readonly Place[]; hasInterval: boolean; error: string | null }

/** The fields for the instrument of the file. They share one error, which is shown below the fields. */
function TargetFields({ places, hasInterval, error }: TargetFieldsProps) {
  const t = useTranslations('operatorData.upload')
  const classes = useTranslations('operatorData.classes')
  return (
    <fieldset className="stack at-start shrink upload-target">
      <legend>{t('target')}</legend>
      <p className="quiet">{t('targetHint')}</p>
      <SelectField label={t('class')} name="class">
        <option value="">{t('fromName')}</option>
        {assetClasses.map((name) => (
          <option key={name} value={name}>
            {classes(name)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('region')} name="region">
        <option value="">{t('fromName')}</option>
        <RegionOptions places={places} crypto={classes('crypto')} />
      </SelectField>
      <Field label={t('code')} name="code" maxLength={40} placeholder="AAPL" autoComplete="off" />
      {hasInterval && (
        <SelectField label={t('interval')} name="interval">
          <option value="">{t('fromName')}</option>
          {intervals.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type PreviewProps = { state: PreviewState; kind: 'bars' | 'ticks' | null; onMap(map: string): void }

function Preview({ state, kind, onMap }: PreviewProps) {
  const t = useTranslations('operatorData.upload')
  switch (state.kind) {
    case 'none':
      return null
    case 'reading':
      return <Skeleton rows={3} label={t('looking')} />
    case 'failed':
      return <p className="notice">{t('notSeen')}</p>
    case 'seen': {
      const { columns, reading, problem, missing } = state.file
      return (
        <section className="stack gap-8 shrink" aria-label={t('preview')} aria-live="polite">
          {columns.length > 0 ? (
            <PreviewTable file={state.file} kind={kind} onMap={onMap} />
          ) : (
            problem === null && <p className="quiet">{t('packed')}</p>
          )}
          {reading && <p className="quiet">{reading}</p>}
          {problem && <p className="notice notice-bad">{problem}</p>}
          {missing && <p className="notice">{t(`needs.${missing}`)}</p>}
        </section>
      )
    }
  }
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
      if (state.param !== undefined && fieldsWithError.includes(state.param)) return null
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
