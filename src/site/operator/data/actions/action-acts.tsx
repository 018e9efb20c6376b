import { useLocation } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { ActionEffectRow, CorporateAction } from '#src/contract/operator/data/actions.ts'
import { Act, ActField, ActSelect } from '../../acts/act.tsx'
import { openAct } from '../../acts/act-address.ts'
import { EffectOf } from '../../acts/effect-of.tsx'
import type { Reader } from '../../shell/console-page.tsx'

const fieldNames = ['newShares', 'oldShares', 'amount', 'recordDate', 'payDate'] as const
export const inputNames = ['kind', 'exDate', ...fieldNames, 'currency'] as const
type ActionFields = Record<(typeof inputNames)[number], string>

type ActionActsProps = {
  id: string
  shown: { currency: string; version: number; actions: readonly CorporateAction[] }
  reader: Reader
}

/** The value of `on` in the address of an act about this corporate action. */
export function subjectOf({ kind, exDate }: CorporateAction): string {
  return `${kind} ${exDate}`
}

/** The sheets that set an action, remove it, or restore its imported values. */
export function ActionActs({ id, shown: { currency, version, actions }, reader }: ActionActsProps) {
  const t = useTranslations('operatorActions')
  const { act, on } = openAct(useLocation())
  if (!reader.may('action.set')) return null
  const row = actions.find((action) => subjectOf(action) === on)
  const effects = [t('follows'), t('stays')]
  if (act !== 'set' && row) {
    const to = act === 'restore' ? 'restore' : 'remove'
    const fields = { ...fieldsOf((name) => row[name]), to } as const
    return (
      <Act
        name={to}
        on={on}
        title={t(`question.${to}`, { date: row.exDate })}
        effects={effects}
        submit={t(`submit.${to}`)}
        hidden={{ ...fields, version }}
        preview={() => <ActionEffect id={id} query={fields} />}
      />
    )
  }
  return (
    <Act
      name="set"
      on={on}
      title={t('set')}
      effects={effects}
      submit={t('submit.set')}
      hidden={{ to: 'set', version, currency: row?.currency ?? '' }}
      preview={({ text }) => <ActionEffect id={id} query={{ ...fieldsOf(text), to: 'set' }} />}
    >
      <SetFields row={row} day={row?.exDate ?? on} currency={currency} />
    </Act>
  )
}

function SetFields({ row, day, currency }: { row: CorporateAction | undefined; day: string; currency: string }) {
  const t = useTranslations('operatorActions')
  return (
    <div className="act-pair">
      <ActSelect label={t('kind')} name="kind" defaultValue={row?.kind ?? 'split'}>
        <option value="split">{t('kinds.split')}</option>
        <option value="dividend">{t('kinds.dividend')}</option>
      </ActSelect>
      <ActField label={t('exDate')} name="exDate" type="date" defaultValue={day} wrong={t('wrong')} required />
      {fieldNames.map((name) => (
        <ActField
          key={name}
          label={t(name, { currency })}
          name={name}
          type={name === 'recordDate' || name === 'payDate' ? 'date' : 'text'}
          inputMode={name === 'recordDate' || name === 'payDate' ? undefined : 'decimal'}
          defaultValue={row?.[name]}
          wrong={t('wrong')}
          maxLength={20}
          autoComplete="off"
        />
      ))}
    </div>
  )
}

function fieldsOf(
  textOf: (name: (typeof inputNames)[number]) => string,
): ActionFields & { kind: 'split' | 'dividend' } {
  const fields = Object.fromEntries(inputNames.map((name) => [name, textOf(name)])) as ActionFields
  return { ...fields, kind: fields.kind === 'dividend' ? 'dividend' : 'split' }
}

type ActionQuery = ReturnType<typeof fieldsOf> & { to: 'set' | 'remove' | 'restore' }

function ActionEffect({ id, query }: { id: string; query: ActionQuery }) {
  const t = useTranslations('operatorActions')
  const isFilled = query.exDate !== '' && (query.kind === 'split' ? query.newShares : query.amount) !== ''
  return (
    <EffectOf
      route="GET /api/operator/instruments/{id}/actions/preview"
      call={isFilled || query.to !== 'set' ? { params: { id: Number(id) }, query } : null}
      hint={t('previewHint')}
      wrong={(what) => t(what === 'exDate' || fieldNames.some((name) => name === what) ? 'wrong' : 'cannot')}
    >
      {(effect) => <Effect effect={effect} />}
    </EffectOf>
  )
}

function Effect({ effect: { before, after, closes } }: { effect: ActionEffectRow }) {
  const t = useTranslations('operatorActions')
  const format = useFormatter()
  const number = (value: number) => format.number(value, { maximumFractionDigits: 8 })
  const both = (from: number, to: number) => (
    <>
      {number(from)} → <b>{number(to)}</b>
    </>
  )
  return (
    <dl className="effect-list">
      <dt>{t('splitFactor')}</dt>
      <dd className="num">{both(before.split, after.split)}</dd>
      <dt>{t('priceFactor')}</dt>
      <dd className="num">{both(before.price, after.price)}</dd>
      <dt>{t('closes')}</dt>
      {closes.length === 0 && <dd>{t('noCloses')}</dd>}
      {closes.map((close) => (
        <dd key={close.time} className="num" title={t('raw', { close: number(close.raw) })}>
          <span className="text-muted">{new Date(close.time).toISOString().slice(0, 10)}</span>{' '}
          {both(close.before, close.after)}
        </dd>
      ))}
    </dl>
  )
}
