import { useLocale, useTranslations } from 'use-intl'
import { valueText } from '#src/contract/account/alert-words.ts'
import type { AlertFiring } from '#src/contract/account/alerts.ts'
import { Moment } from '../../ui/time/moment.tsx'
import { useCondition } from './use-condition.ts'

export function FiringList({ firings }: { firings: readonly AlertFiring[] }) {
  const t = useTranslations('alerts')
  return (
    <section className="card" aria-labelledby="firings">
      <div className="card-head">
        <h2 id="firings">{t('firings')}</h2>
      </div>
      {firings.length === 0 ? (
        <p className="quiet pad-12-20">{t('noFirings')}</p>
      ) : (
        <table className="table table-list">
          <thead>
            <tr>
              <th scope="col">{t('symbol')}</th>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('measured')}</th>
              <th scope="col">{t('price')}</th>
              <th scope="col">{t('when')}</th>
            </tr>
          </thead>
          <tbody>
            {firings.map((firing) => (
              <FiringRow key={firing.id} firing={firing} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function FiringRow({ firing }: { firing: AlertFiring }) {
  const t = useTranslations('alerts')
  const locale = useLocale()
  const words = useCondition()
  const { condition } = firing
  const unit = condition.kind === 'change' ? '%' : ''
  return (
    <tr>
      <td data-label={t('symbol')} className="num">
        {firing.symbol}
      </td>
      <td data-label={t('what')}>{words.condition(condition)}</td>
      <td data-label={t('measured')} className="num">
        {valueText(condition.kind === 'change' ? Number(firing.value.toFixed(4)) : firing.value, locale)}
        {unit}
      </td>
      <td data-label={t('price')} className="num">
        {valueText(firing.price, locale)}
      </td>
      <td data-label={t('when')} className="nowrap">
        <Moment at={firing.firedAt} style="second" />
      </td>
    </tr>
  )
}
