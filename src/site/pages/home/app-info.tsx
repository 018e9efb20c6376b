import { useTranslations } from 'use-intl'
import { Part } from '../../parts/part.tsx'
import { LiveChart } from '../../showcase/live-chart.tsx'
import type { AppParts } from './static/app-parts.server.tsx'
import { pictured, picturedTicker } from './static/pictured.ts'
import { Section } from './static/section.tsx'

export function AppInfo({ parts }: { parts: AppParts }) {
  const t = useTranslations('home.app.chart')
  return (
    <Section id="app-info">
      <Part part={parts.head} as="header" />
      <div className="app-cells">
        <article className="stack app-wide">
          <Part part={parts.chart} />
          <LiveChart ticker={picturedTicker} shown={['ema']} label={t('picture', { code: pictured })}>
            <Part part={parts.candles} />
          </LiveChart>
        </article>
        <Part part={parts.stream} as="article" />
        <Part part={parts.formats} as="article" />
      </div>
    </Section>
  )
}
