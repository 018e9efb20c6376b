import { useTranslations } from 'use-intl'
import type { ListedCoupon } from '#src/contract/operator/plans/coupons.ts'
import { grouped } from '../../ui/grouped.ts'
import { Act, ActField, ActLink } from '../acts/act.tsx'
import { Panel } from '../parts/frame/panel.tsx'
import { EmptyState } from '../parts/frame/states.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import { type Column, DenseTable } from '../parts/table/dense-table.tsx'
import { Moment } from '../parts/words/moment.tsx'
import type { Reader } from '../shell/console-page.tsx'
import type { DataOf } from './loaded/plans-data.server.ts'

const tones: Record<ListedCoupon['state'], Tone> = { valid: 'good', to_come: 'half', over: 'none' }

/** Every code, what it takes off, and how often it was used. */
export function CouponsView({ page: { coupons, uses }, reader }: { page: DataOf<'coupons'>; reader: Reader }) {
  const t = useTranslations('operatorPlans.coupons')
  const columns = useCouponColumns(uses, reader)
  return (
    <>
      <Panel
        title={t('title')}
        aside={
          reader.may('coupon.add') && (
            <ActLink act="coupon" className="btn btn-accent btn-dense">
              {t('add.open')}
            </ActLink>
          )
        }
        flush
      >
        <DenseTable
          caption={t('title')}
          columns={columns}
          rows={coupons}
          rowKey={({ code }) => code}
          empty={<EmptyState title={t('none')}>{t('noneText')}</EmptyState>}
        />
      </Panel>
      <AddAct email={reader.email} />
      {coupons
        .filter(({ state }) => state !== 'over')
        .map(({ code }) => (
          <Act
            key={code}
            name="end"
            on={code}
            title={t('end.title', { code })}
            effects={[t('end.refused'), t('end.orders')]}
            submit={t('end.submit')}
            email={reader.email}
            danger
          />
        ))}
    </>
  )
}

function useCouponColumns(uses: Readonly<Record<string, number>>, { may }: Reader): Column<ListedCoupon>[] {
  const t = useTranslations('operatorPlans.coupons')
  return [
    { name: 'code', label: t('code'), cell: ({ code }) => <b>{code}</b>, kind: 'mono' },
    {
      name: 'off',
      label: t('off'),
      cell: ({ percent, amount }) => (amount === null ? `−${percent}%` : `−${grouped(amount)} USDT`),
      kind: 'figure',
    },
    { name: 'plans', label: t('plans'), cell: ({ plans }) => plans?.join(', ') ?? t('everyPlan') },
    {
      name: 'time',
      label: t('time'),
      cell: ({ validFrom, validUntil, endedAt }) => (
        <span>
          <Moment at={validFrom} />
          <span className="row-note">
            {endedAt !== null || validUntil !== null ? (
              <>
                {t('to')} <Moment at={endedAt ?? validUntil ?? 0} />
              </>
            ) : (
              t('openEnd')
            )}
          </span>
        </span>
      ),
    },
    {
      name: 'uses',
      label: t('uses'),
      cell: ({ code, usesTotal }) => (usesTotal === null ? (uses[code] ?? 0) : `${uses[code] ?? 0} / ${usesTotal}`),
      kind: 'figure',
    },
    { name: 'each', label: t('each'), cell: ({ usesPerCustomer }) => usesPerCustomer ?? '–', kind: 'figure' },
    {
      name: 'state',
      label: t('state'),
      cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>,
    },
    {
      name: 'acts',
      label: '',
      cell: ({ code, state }) =>
        state !== 'over' &&
        may('coupon.end') && (
          <ActLink act="end" on={code} className="action-link" label={t('end.openOne', { code })}>
            {t('end.open')}
          </ActLink>
        ),
      kind: 'act',
    },
  ]
}

function AddAct({ email }: { email: string }) {
  const t = useTranslations('operatorPlans.coupons')
  const plain = { autoComplete: 'off' } as const
  return (
    <Act
      name="coupon"
      title={t('add.title')}
      effects={[t('add.works'), t('add.last')]}
      submit={t('add.submit')}
      email={email}
    >
      <ActField {...plain} label={t('code')} hint={t('add.codeHint')} name="code" maxLength={32} required />
      <div className="act-pair">
        <ActField {...plain} label={t('add.percent')} name="percent" inputMode="numeric" />
        <ActField {...plain} label={t('add.amount')} name="amount" inputMode="decimal" />
      </div>
      <ActField {...plain} label={t('plans')} hint={t('add.plansHint')} name="plans" placeholder="integrated-base" />
      <div className="act-pair">
        <ActField label={t('add.from')} name="from" type="datetime-local" />
        <ActField label={t('add.until')} name="until" type="datetime-local" />
      </div>
      <div className="act-pair">
        <ActField {...plain} label={t('add.uses')} name="uses" inputMode="numeric" />
        <ActField {...plain} label={t('each')} name="uses-each" inputMode="numeric" />
      </div>
    </Act>
  )
}
