import { useTranslations } from 'use-intl'
import { statusDays } from '#src/contract/status/status.ts'
import { barHeight, dayWidth } from './bars.ts'
import { useComponentName } from './component-name.ts'
import type { ComponentView } from './status-data.server.ts'

const tones = ['up', 'degraded', 'down', 'idle', 'none'] as const

export function ComponentRow({ component }: { component: ComponentView }) {
  const t = useTranslations('status')
  const nameOf = useComponentName()
  const { name, state, ms, uptime, measured, faults } = component
  return (
    <li className="pad-16-20 gap-8-24 status-row">
      <h3>{nameOf(name)}</h3>
      <p className="text-14 nowrap status-state" data-state={state}>
        {t(`states.${state}`)}
        {ms !== null && state !== 'down' && <small className="num">{t('ms', { ms: String(ms) })}</small>}
      </p>
      <Bars component={component} />
      <p className="flow-ends text-12 text-muted gap-4-20 status-figures num">
        <span>{uptime === null ? t('uptimeNone') : t('uptime', { uptime })}</span>
        <span>{t('measured', { measured })}</span>
      </p>
      {faults.length > 0 && (
        <details className="text-14 status-faults">
          <summary>{t('faults', { count: faults.length })}</summary>
          <ul>
            {faults.map(({ day, down, degraded }) => (
              <li key={day}>
                <span className="num">{day}</span> {down > 0 && t('downFor', { count: down })}
                {down > 0 && degraded > 0 && t('and')}
                {degraded > 0 && t('degradedFor', { count: degraded })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

function Bars({ component: { bars, uptime, measured, faults } }: { component: ComponentView }) {
  const t = useTranslations('status')
  const label = [
    t('bars', { days: String(statusDays) }),
    uptime === null ? t('uptimeNone') : t('uptime', { uptime }),
    t('measured', { measured }),
    t('faults', { count: faults.length }),
  ]
  return (
    <svg
      className="status-bars"
      viewBox={`0 0 ${statusDays * dayWidth - 2} ${barHeight}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label.join(t('and'))}
    >
      {tones.map((tone) => bars[tone] !== '' && <path key={tone} data-tone={tone} d={bars[tone]} />)}
    </svg>
  )
}
