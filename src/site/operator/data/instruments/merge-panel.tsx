import { Form } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { ConsoleInstrument, MergePreview } from '#src/contract/operator/instruments.ts'
import { Field } from '../../../ui/field.tsx'
import { ActLink } from '../../acts/act.tsx'
import { Panel } from '../../parts/frame/panel.tsx'

type MergePanelProps = { instrument: ConsoleInstrument; merge: MergePreview | null; into: string; isUnknown: boolean }

export function MergePanel({ instrument, merge, into, isUnknown }: MergePanelProps) {
  const t = useTranslations('operatorData.instruments')
  const format = useFormatter()
  const inWords = (code: string, { bars, ticks, factors }: ConsoleInstrument['history']) =>
    t('holds', { code, bars: format.number(bars), ticks: format.number(ticks), factors: format.number(factors) })
  return (
    <Panel title={t('merge')}>
      <Form method="get" className="flow at-start gap-12 data-merge" preventScrollReset>
        <Field
          label={t('mergeInto')}
          name="into"
          defaultValue={into}
          maxLength={80}
          hint={t('mergeHint')}
          error={isUnknown ? t('mergeUnknown', { into }) : undefined}
          autoComplete="off"
          required
        />
        <button type="submit" className="btn btn-outline">
          {t('mergeShow')}
        </button>
      </Form>
      {merge && (
        <div className="stack gap-8 top-16 breakable items-start">
          <p>{inWords(instrument.code, instrument.history)}</p>
          <p>{inWords(`${merge.into.code} · ${merge.into.name}`, merge.history)}</p>
          {merge.refusal === null ? (
            <ActLink act="merge">{t('mergeOpen')}</ActLink>
          ) : (
            <p className="notice notice-bad">{t(`mismatch.${merge.refusal}`)}</p>
          )}
        </div>
      )}
    </Panel>
  )
}
