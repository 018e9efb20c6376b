import { useTranslations } from 'use-intl'
import type { ListedCoupon } from '#src/contract/operator/plans/coupons.ts'
import { Missing } from '../../reads/shown.tsx'
import { grouped } from '../../ui/grouped.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { ActLink } from '../acts/act.tsx'
import { ListAndAct, type RowAct } from '../list/list-and-act.tsx'
import { PanelOf } from '../parts/frame/panel-of.tsx'
import { Pill, type Tone } from '../parts/marks/pill.tsx'
import type { Column } from '../parts/table/dense-table.tsx'
import { useListed } from '../parts/words/use-listed.ts'
import type { Reader } from '../shell/console-page.tsx'
import { AddCoupon } from './add-coupon.tsx'
import type { DataOf, SoldPlan } from './loaded/plans-data.server.ts'

const tones: Record<ListedCoupon['state'], Tone> = { valid: 'good', to_come: 'half', over: 'none' }

type CouponsProps = { page: DataOf<'coupons'>; reader: Reader }

export function CouponsView({ page: { coupons, uses, sold }, reader }: CouponsProps) {
  const t = useTranslations('operatorPlans.coupons')
  const columns = useCouponColumns(uses, sold)
  const end: RowAct<ListedCoupon> = {
    name: 'end',
    where: ({ state }) => state !== 'over',
    link: t('end.open'),
    label: ({ code }) => t('end.openOne', { code }),
    title: ({ code }) => t('end.title', { code }),
    effects: () => [t('end.refused'), t('end.orders')],
    submit: t('end.submit'),
    danger: true,
  }
  return (
    <>
      <PanelOf title={t('title')} read={coupons}>
        {(rows) => (
          <ListAndAct
            title={t('title')}
            aside={
              reader.may('coupon.add') && (
                <ActLink act="coupon" className="btn btn-accent btn-dense">
                  {t('add.open')}
                </ActLink>
              )
            }
            columns={columns}
            rows={rows}
            rowKey={({ code }) => code}
            none={{ title: t('none'), text: t('noneText') }}
            acts={reader.may('coupon.end') ? [end] : []}
          />
        )}
      </PanelOf>
      <AddCoupon plans={sold} />
    </>
  )
}

function useCouponColumns(uses: DataOf<'coupons'>['uses'], sold: readonly SoldPlan[]): Column<ListedCoupon>[] {
  const t = useTranslations('operatorPlans.coupons')
  const listed = useListed()
  const nameOf = (id: string) => sold.find((plan) => plan.id === id)?.name ?? id
  return [
    { name: 'code', label: t('code'), cell: ({ code }) => <b>{code}</b>, kind: 'mono' },
    {
      name: 'off',
      label: t('off'),
      cell: ({ percent, amount }) => (amount === null ? `−${percent}%` : `−${grouped(amount)} USDT`),
      kind: 'figure',
    },
    { name: 'plans', label: t('plans'), cell: ({ plans }) => (plans ? listed(plans.map(nameOf)) : t('everyPlan')) },
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
      cell: ({ code, usesTotal }) => (
        <>
          {uses.state === 'known' ? (uses.value[code] ?? 0) : <Missing read={uses} />}
          {usesTotal !== null && ` / ${usesTotal}`}
        </>
      ),
      kind: 'figure',
    },
    { name: 'each', label: t('each'), cell: ({ usesPerCustomer }) => usesPerCustomer ?? '–', kind: 'figure' },
    {
      name: 'state',
      label: t('state'),
      cell: ({ state }) => <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>,
    },
  ]
}
