import { useSearchParams } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { assetClasses } from '#src/contract/market.ts'
import type { RecomputeEffect } from '#src/contract/operator/data/jobs.ts'
import type { Call } from '../../../browser/call-route.ts'
import { Act, ActField, ActSelect, type FormValues } from '../../acts/act.tsx'
import { EffectOf } from '../../acts/effect-of.tsx'
import type { Reader } from '../../shell/console-page.tsx'

export const inputNames = ['symbol', 'class', 'region', 'from', 'to', 'way'] as const
const wrongFields = ['symbol', 'from', 'to'] as const

/** The sheet that rebuilds minutes. A finding's link fills the form through the address. */
export function RecomputeAct({ reader }: { reader: Reader }) {
  const t = useTranslations('operatorChecks')
  const classes = useTranslations('operatorData.classes')
  const [given] = useSearchParams()
  const field = (name: (typeof inputNames)[number]) => ({ name, label: t(name), defaultValue: given.get(name) ?? '' })
  if (!reader.may('bars.recompute')) return null
  return (
    <Act
      name="recompute"
      title={t('recompute')}
      effects={[t('recomputeText'), t('recomputeWhole'), t('recomputeFollows')]}
      submit={t('recomputeSubmit')}
      preview={(values) => <Preview values={values} />}
    >
      <ActField
        {...field('symbol')}
        hint={t('symbolHint')}
        wrong={t('wrong.symbol')}
        maxLength={60}
        autoComplete="off"
      />
      <div className="act-pair">
        <ActSelect {...field('class')}>
          <option value="">–</option>
          {assetClasses.map((name) => (
            <option key={name} value={name}>
              {classes(name)}
            </option>
          ))}
        </ActSelect>
        <ActField {...field('region')} maxLength={4} autoComplete="off" />
        <ActField {...field('from')} type="date" wrong={t('wrong.from')} required />
        <ActField {...field('to')} type="date" wrong={t('wrong.to')} required />
      </div>
      <ActSelect {...field('way')} defaultValue={given.get('way') ?? 'missing'}>
        <option value="missing">{t('ways.missing')}</option>
        <option value="all">{t('ways.all')}</option>
      </ActSelect>
    </Act>
  )
}

const route = 'GET /api/operator/data-jobs/recompute'

function Preview({ values: { text } }: { values: FormValues }) {
  const t = useTranslations('operatorChecks')
  const filled = inputNames.map((name) => [name, text(name)] as const).filter(([, value]) => value !== '')
  const query = Object.fromEntries(filled) as NonNullable<Call<typeof route>['query']>
  const isFilled = query.from !== undefined && query.to !== undefined && (query.symbol ?? query.class) !== undefined
  return (
    <EffectOf
      route={route}
      call={isFilled ? { query } : null}
      hint={t('previewHint')}
      wrong={(what) => t(`wrong.${wrongFields.find((name) => name === what) ?? 'other'}`)}
    >
      {(effect) => <Effect effect={effect} isAll={query.way === 'all'} />}
    </EffectOf>
  )
}

function Effect({ effect, isAll }: { effect: RecomputeEffect; isAll: boolean }) {
  const t = useTranslations('operatorChecks')
  const format = useFormatter()
  const { instruments, counted, added, changed, samples } = effect
  const isWhole = counted === instruments
  const figure = (count: number) => (isWhole ? format.number(count) : t('atLeast', { count: format.number(count) }))
  const bar = (figures: readonly number[] | null) =>
    figures === null
      ? t('notStored')
      : figures.map((one) => format.number(one, { maximumFractionDigits: 6 })).join('  ')
  if (isWhole && added + changed === 0)
    return (
      <>
        <p>
          <b>{t('noEffect')}</b>
        </p>
        <p className="text-muted">{t('noEffectText')}</p>
      </>
    )
  return (
    <dl className="effect-list">
      <dt>{t('instruments')}</dt>
      <dd className="num">{format.number(instruments)}</dd>
      {!isWhole && <dd className="text-muted">{t('counted', { count: format.number(counted) })}</dd>}
      <dt>{t('added')}</dt>
      <dd className="num">{figure(added)}</dd>
      {isAll && <dt>{t('changed')}</dt>}
      {isAll && <dd className="num">{figure(changed)}</dd>}
      <dt>{t('samples')}</dt>
      {samples.map(({ key, time, before, after }) => (
        <dd key={`${key} ${time}`} className="num">
          <span className="text-muted">{`${key} ${minuteText(time)}`}</span>
          <br />
          {bar(before)} → <b>{bar(after)}</b>
        </dd>
      ))}
    </dl>
  )
}

function minuteText(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
