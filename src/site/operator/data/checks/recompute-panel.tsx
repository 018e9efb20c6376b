import { Form } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { RecomputeEffect } from '#src/contract/operator/data/jobs.ts'
import { NotRead } from '../../../reads/shown.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Act, ActLink } from '../../acts/act.tsx'
import { Figures, Panel } from '../../parts/frame/panel.tsx'
import { EmptyState } from '../../parts/frame/states.tsx'
import { DenseTable } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export const inputNames = ['symbol', 'class', 'region', 'from', 'to', 'way'] as const
export type RecomputeFields = Record<(typeof inputNames)[number], string>

type RecomputePanelProps = {
  input: RecomputeFields
  preview: { effect: RecomputeEffect | null; wrong: string | null } | null
  isUnread: boolean
  reader: Reader
}

const wrongFields = ['symbol', 'from', 'to'] as const

export function RecomputePanel({ input, preview, isUnread, reader }: RecomputePanelProps) {
  const t = useTranslations('operatorChecks')
  if (!reader.may('bars.recompute')) return null
  const wrong = wrongFields.find((name) => name === preview?.wrong)
  return (
    <div id="recompute" className="data-recompute">
      <Panel title={t('recompute')}>
        <p className="data-about">{t('recomputeText')}</p>
        <RecomputeForm input={input} wrong={wrong} />
        {isUnread && <NotRead />}
        {preview?.wrong && !wrong && (
          <p className="notice notice-bad" role="alert">
            {t('wrong.other')}
          </p>
        )}
      </Panel>
      {preview?.effect && <Effect effect={preview.effect} input={input} />}
    </div>
  )
}

function RecomputeForm({ input, wrong }: { input: RecomputeFields; wrong: (typeof wrongFields)[number] | undefined }) {
  const t = useTranslations('operatorChecks')
  const classes = useTranslations('operatorData.classes')
  const errorOf = (name: (typeof wrongFields)[number]) => (wrong === name ? t(`wrong.${name}`) : undefined)
  return (
    <Form method="get" className="stack pair form data-day" preventScrollReset>
      <Field
        label={t('symbol')}
        name="symbol"
        defaultValue={input.symbol}
        hint={t('symbolHint')}
        error={errorOf('symbol')}
        maxLength={60}
        autoComplete="off"
      />
      <SelectField label={t('class')} name="class" defaultValue={input.class}>
        <option value="">–</option>
        {assetClasses.map((name) => (
          <option key={name} value={name}>
            {classes(name)}
          </option>
        ))}
      </SelectField>
      <Field label={t('region')} name="region" defaultValue={input.region} maxLength={4} autoComplete="off" />
      <SelectField label={t('way')} name="way" defaultValue={input.way || 'missing'}>
        <option value="missing">{t('ways.missing')}</option>
        <option value="all">{t('ways.all')}</option>
      </SelectField>
      <Field label={t('from')} name="from" type="date" defaultValue={input.from} error={errorOf('from')} required />
      <Field label={t('to')} name="to" type="date" defaultValue={input.to} error={errorOf('to')} required />
      <button type="submit" className="btn btn-outline">
        {t('preview')}
      </button>
    </Form>
  )
}

function Effect({ effect, input }: { effect: RecomputeEffect; input: RecomputeFields }) {
  const t = useTranslations('operatorChecks')
  const format = useFormatter()
  const { instruments, counted, added, changed, samples } = effect
  const isWhole = counted === instruments
  const figure = (count: number) => (isWhole ? format.number(count) : t('atLeast', { count: format.number(count) }))
  const way = input.way === 'all' ? 'all' : 'missing'
  if (isWhole && added + changed === 0)
    return (
      <Panel title={t('effect')} flush>
        <EmptyState title={t('noEffect')}>{t('noEffectText')}</EmptyState>
      </Panel>
    )
  const bar = (figures: readonly number[] | null) =>
    figures === null
      ? t('notStored')
      : figures.map((one) => format.number(one, { maximumFractionDigits: 6 })).join('  ')
  return (
    <Panel title={t('effect')} flush>
      <Figures
        figures={[
          {
            key: 'instruments',
            name: t('instruments'),
            value: format.number(instruments),
            note: isWhole ? null : t('counted', { count: format.number(counted) }),
          },
          { key: 'added', name: t('added'), value: figure(added) },
          ...(way === 'all' ? [{ key: 'changed', name: t('changed'), value: figure(changed) }] : []),
        ]}
      />
      <DenseTable
        caption={t('samples')}
        columns={[
          { name: 'instrument', label: t('instrument'), cell: ({ key }) => key, kind: 'mono' },
          { name: 'time', label: t('time'), cell: ({ time }) => minuteText(time), kind: 'mono' },
          { name: 'before', label: t('before'), cell: ({ before }) => bar(before), kind: 'figure' },
          { name: 'after', label: t('after'), cell: ({ after }) => <b>{bar(after)}</b>, kind: 'figure' },
        ]}
        rows={samples}
        rowKey={({ key, time }) => `${key} ${time}`}
        empty={null}
      />
      <p className="flow-middle data-fix">
        <ActLink act="recompute" className="btn btn-accent">
          {t('recomputeOpen')}
        </ActLink>
      </p>
      <Act
        name="recompute"
        title={t('recomputeTitle')}
        effects={[
          t(`recomputeAdds.${way}`, { added: figure(added), changed: figure(changed) }),
          t('recomputeWhole'),
          t('recomputeFollows'),
        ]}
        submit={t('recomputeSubmit')}
        hidden={input}
      />
    </Panel>
  )
}

function minuteText(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
