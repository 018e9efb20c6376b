import { useTranslations } from 'use-intl'
import { demoKey } from '#src/contract/site.ts'
import { useSite } from '../../page/frame-context.ts'
import { PageLink } from '../../page/page-link.tsx'
import { Candles, type CandlesDrawing } from '../../pictures/candles.tsx'
import { LiveChart } from '../../showcase/live-chart.tsx'
import { CodeText } from '../../ui/code/code-text.tsx'
import { Section } from './section.tsx'

export const pictured = 'BTCUSD'
/** What the chart calls it. */
const ticker = 'CCC:BTCUSD'
type AppInfoProps = { candles: CandlesDrawing | null; tools: { indicators: number; drawings: number } }

export function AppInfo({ candles, tools }: AppInfoProps) {
  const t = useTranslations('home.app')
  return (
    <Section id="app-info" no="03" name={t('no')} title={t('title')} lead={t('lead')}>
      <div className="app-cells">
        <article className="app-wide">
          <div>
            <h3>
              <PageLink to="/chart" className="cell-link">
                {t('chart.title')}
              </PageLink>
            </h3>
            <p>{t('chart.text', tools)}</p>
          </div>
          <LiveChart ticker={ticker} shown={['ema']} label={t('chart.picture', { code: pictured })}>
            <Candles drawing={candles} label={t('chart.picture', { code: pictured })} />
          </LiveChart>
        </article>
        <StreamCell />
        <article>
          <h3>{t('formats.title')}</h3>
          <p>{t('formats.text')}</p>
          <pre>
            <code>{'/stock/kline?region=US&code=AAPL\n  &interval=1d&format=csv\n\nt,o,h,l,c,v,tu,time'}</code>
          </pre>
        </article>
      </div>
    </Section>
  )
}

function StreamCell() {
  const t = useTranslations('home.app.stream')
  const { apiUrl } = useSite()
  const sample = `const socket = new WebSocket(
  '${apiUrl.replace(/^http/, 'ws')}/stream?token=${demoKey}')
socket.onopen = () => socket.send(JSON.stringify({
  ac: 'subscribe',
  params: 'crypto:BTCUSD$BA',
  types: 'tick,depth,kline@1',
}))`
  return (
    <article>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a sample that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <CodeText language="code">{sample}</CodeText>
      </pre>
    </article>
  )
}
