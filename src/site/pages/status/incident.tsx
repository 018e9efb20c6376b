import { useTranslations } from 'use-intl'
import { useComponentName } from './component-name.ts'
import type { IncidentView } from './status-data.server.ts'

/**
 * The updates of an incident, newest first. A text in another language than the page's states its language for screen
 * readers.
 */
export function Incident({ incident }: { incident: IncidentView }) {
  const t = useTranslations('status')
  const nameOf = useComponentName()
  const { id, impact, components, title, openedAt, resolvedAt, updates } = incident
  return (
    <article className="card status-incident" id={`incident-${id}`} data-open={resolvedAt === null}>
      <header>
        <p className="text-14 nowrap status-state" data-state={resolvedAt === null ? impact : 'up'}>
          {resolvedAt === null ? t(`impacts.${impact}`) : t('stages.resolved')}
        </p>
        <h3 lang={title.locale}>{title.text}</h3>
        <p className="text-14 text-muted">
          {components.map(nameOf).join(t('and'))}
          <br />
          <span className="num">
            {resolvedAt === null ? t('since', { openedAt }) : t('span', { openedAt, resolvedAt })}
          </span>
        </p>
      </header>
      <ol>
        {updates.map(({ at, stage, text }) => (
          <li key={`${at} ${stage} ${text.text}`}>
            <p className="text-14 text-strong status-stage">
              {t(`stages.${stage}`)} <time className="num">{at} UTC</time>
            </p>
            <p lang={text.locale} className="written top-4">
              {text.text}
            </p>
          </li>
        ))}
      </ol>
    </article>
  )
}
