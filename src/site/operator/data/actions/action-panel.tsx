import { Form } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { ActionEffectRow } from '#src/contract/operator/data/actions.ts'
import { NotRead } from '../../../reads/shown.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { Act, ActLink } from '../../acts/act.tsx'
import { Figures, Panel } from '../../parts/frame/panel.tsx'
import { DenseTable } from '../../parts/table/dense-table.tsx'
import type { Reader } from '../../shell/console-page.tsx'

const fieldNames = ['newShares', 'oldShares', 'amount', 'recordDate', 'payDate'] as const
export const inputNames = ['to', 'kind', 'exDate', ...fieldNames, 'currency'] as const
export type ActionFields = Record<(typeof inputNames)[number], string>

type ActionPanelProps = {
  currency: string
  version: number
  input: ActionFields
  preview: { effect: ActionEffectRow | null; wrong: string | null } | null
  isUnread: boolean
  reader: Reader
}

export function ActionPanel({ currency, version, input, preview, isUnread, reader }: ActionPanelProps) {
  const t = useTranslations('operatorActions')
  if (!reader.may('action.set')) return null
  const to = input.to === 'remove' || input.to === 'restore' ? input.to : 'set'
  const errorOf = (name: string) => (preview?.wrong === name ? t('wrong') : undefined)
  const isOfField = ['exDate', ...fieldNames].includes(preview?.wrong ?? '')
  return (
    <div id="day">
      <Panel title={t('set')}>
        <Form method="get" className="stack pair form data-day" preventScrollReset>
          <SelectField label={t('kind')} name="kind" defaultValue={input.kind}>
            <option value="split">{t('kinds.split')}</option>
            <option value="dividend">{t('kinds.dividend')}</option>
          </SelectField>
          <Field
            label={t('exDate')}
            name="exDate"
            type="date"
            defaultValue={input.exDate}
            error={errorOf('exDate')}
            required
          />
          {fieldNames.map((name) => (
            <Field
              key={name}
              label={t(name, { currency })}
              name={name}
              type={name === 'recordDate' || name === 'payDate' ? 'date' : 'text'}
              inputMode={name === 'recordDate' || name === 'payDate' ? undefined : 'decimal'}
              defaultValue={input[name]}
              error={errorOf(name)}
              maxLength={20}
              autoComplete="off"
            />
          ))}
          <button type="submit" className="btn btn-outline">
            {t('preview')}
          </button>
        </Form>
        {isUnread && <NotRead />}
        {preview?.wrong && !isOfField && (
          <p className="notice notice-bad" role="alert">
            {t('cannot')}
          </p>
        )}
      </Panel>
      {preview?.effect && (
        <Panel title={t(`effect.${to}`, { date: input.exDate })} flush>
          <Effect effect={preview.effect} />
          <p className="flow-middle data-fix">
            <ActLink act="change" className="btn btn-accent">
              {t(`open.${to}`)}
            </ActLink>
          </p>
        </Panel>
      )}
      <Act
        name="change"
        title={t(`question.${to}`, { date: input.exDate })}
        effects={[t('follows'), t('stays')]}
        submit={t(`submit.${to}`)}
        hidden={{ ...input, to, version }}
      />
    </div>
  )
}

function Effect({ effect: { before, after, closes } }: { effect: ActionEffectRow }) {
  const t = useTranslations('operatorActions')
  const format = useFormatter()
  const number = (value: number) => format.number(value, { maximumFractionDigits: 8 })
  const both = (name: 'price' | 'split') => `${number(before[name])} → ${number(after[name])}`
  const figure = (value: number) => <span className="num">{number(value)}</span>
  return (
    <>
      <Figures
        figures={[
          { key: 'split', name: t('splitFactor'), value: both('split') },
          { key: 'price', name: t('priceFactor'), value: both('price') },
        ]}
      />
      <DenseTable
        caption={t('closes')}
        columns={[
          { name: 'date', label: t('date'), cell: ({ time }) => figureDate(time), kind: 'mono' },
          { name: 'raw', label: t('raw'), cell: ({ raw }) => figure(raw), kind: 'figure' },
          { name: 'before', label: t('before'), cell: (row) => figure(row.before), kind: 'figure' },
          { name: 'after', label: t('after'), cell: (row) => <b>{figure(row.after)}</b>, kind: 'figure' },
        ]}
        rows={closes}
        rowKey={({ time }) => time}
        empty={<p className="data-head">{t('noCloses')}</p>}
      />
    </>
  )
}

function figureDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
