import { useTranslations } from 'use-intl'
import type { Alert } from '#src/contract/account/alerts.ts'
import type { Act } from '../../account/use-act.ts'
import { WorkButton } from '../../ui/form/work-button.tsx'
import { StateCard } from '../../ui/state-card.tsx'
import { useCondition } from './use-condition.ts'

type AlertListProps = { alerts: readonly Alert[]; max: number; act: Act; change(alert: Alert): void }

export function AlertList({ alerts, max, act, change }: AlertListProps) {
  const t = useTranslations('alerts')
  return (
    <section className="card" aria-labelledby="alerts">
      <div className="card-head">
        <h2 id="alerts">{t('list')}</h2>
        <small>{t('count', { count: String(alerts.length), max: String(max) })}</small>
      </div>
      {alerts.length === 0 ? (
        <StateCard title={t('none')}>{t('noneText')}</StateCard>
      ) : (
        <>
          <ul className="row-list">
            {alerts.map((alert) => (
              <AlertRow key={alert.id} alert={alert} act={act} change={() => change(alert)} />
            ))}
          </ul>
          <p className="quiet pad-12-20">{t('stateHints')}</p>
        </>
      )}
    </section>
  )
}

function AlertRow({ alert, act, change }: { alert: Alert; act: Act; change(): void }) {
  const t = useTranslations('alerts')
  const words = useCondition()
  const { id, symbol, note, state } = alert
  const condition = words.condition(alert.condition)
  const isOver = state === 'done' || state === 'expired' || state === 'paused'
  const ways = [...(alert.mail ? [t('mail')] : []), ...(alert.webhook ? [t('webhook')] : [])]
  const restart = () => {
    const { pauseSeconds, mail, webhook } = alert
    const expiresAt = alert.expiresAt !== null && alert.expiresAt > Date.now() ? alert.expiresAt : null
    const body = { condition: alert.condition, note, pauseSeconds, mail, webhook, expiresAt }
    return act('PUT /api/alerts/{id}', { params: { id }, body }, t('restarted'))
  }
  return (
    <li>
      <div className="breakable row-text">
        <p>
          <strong className="num">{symbol}</strong> {condition}
        </p>
        {note !== '' && <p className="row-note">{note}</p>}
        {alert.pausedBy !== null && <p className="row-note">{t(`pausedBy.${alert.pausedBy}`)}</p>}
        <p className="row-note">
          <span className={`alert-state alert-${state}`}>{t(`states.${state}`)}</span>
          {ways.length > 0 && ` · ${ways.join(', ')}`}
          {alert.pauseSeconds !== null && ` · ${t('pause')} ${alert.pauseSeconds / 60}`}
        </p>
      </div>
      <div className="flow alert-acts">
        {isOver && (
          <WorkButton className="btn btn-small btn-outline" work={restart}>
            {t('again')}
          </WorkButton>
        )}
        <button
          type="button"
          className="btn btn-small btn-outline"
          aria-label={`${t('changeIt')}: ${symbol}, ${condition}`}
          onClick={change}
        >
          {t('changeIt')}
        </button>
        <WorkButton
          className="btn btn-small btn-danger"
          aria-label={`${t('remove')}: ${symbol}, ${condition}`}
          work={() => act('DELETE /api/alerts/{id}', { params: { id } }, t('removed'))}
        >
          {t('remove')}
        </WorkButton>
      </div>
    </li>
  )
}
