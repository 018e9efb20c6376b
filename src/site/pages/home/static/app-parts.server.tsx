import { useTranslations } from 'use-intl'
import { demoKey } from '#src/contract/site.ts'
import { useSite } from '../../../context/site-context.ts'
import type { PageCall } from '../../../page/page.server.ts'
import { PageLink } from '../../../page/page-link.tsx'
import type { ServerPart } from '../../../parts/part.tsx'
import { Candles, type CandlesDrawing } from '../../../pictures/candles.tsx'
import type { Picture } from '../../../pictures/unpictured.tsx'
import { CodeText } from '../../../ui/code/code-text.tsx'
import { csvPath } from './csv-sample.server.ts'
import { pictured } from './pictured.ts'
import { SectionHead } from './section.tsx'

/** `candles` is shown instead of the chart until the chart has loaded. */
export type AppParts = Record<'head' | 'chart' | 'candles' | 'stream' | 'formats', ServerPart>

/** `sample`: a response in CSV; null if there is none to show. */
type Facts = {
  /** The number of the section on the page. */
  no: string
  candles: Picture<CandlesDrawing>
  sample: string | null
  tools: { indicators: number; drawings: number }
}

export function appParts(part: PageCall['part'], { no, candles, sample, tools }: Facts): AppParts {
  return {
    head: part('app-head', <SectionHead section="app" no={no} />),
    chart: part('app-chart', <Chart tools={tools} />),
    candles: part('app-candles', <Days candles={candles} />),
    stream: part('app-stream', <Stream />),
    formats: part('app-formats', <Formats sample={sample} />),
  }
}

function Chart({ tools }: Pick<Facts, 'tools'>) {
  const t = useTranslations('home.app.chart')
  return (
    <>
      <h3>
        <PageLink to="/chart" className="cell-link">
          {t('title')}
        </PageLink>
      </h3>
      <p>{t('text', tools)}</p>
    </>
  )
}

function Days({ candles }: Pick<Facts, 'candles'>) {
  const t = useTranslations('home.app.chart')
  return <Candles picture={candles} label={t('picture', { code: pictured })} />
}

function Formats({ sample }: Pick<Facts, 'sample'>) {
  const t = useTranslations('home.app.formats')
  return (
    <>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <pre tabIndex={0}>
        <code>{sample === null ? csvPath : `${csvPath}\n\n${sample}`}</code>
      </pre>
    </>
  )
}

function Stream() {
  const t = useTranslations('home.app.stream')
  const { apiUrl } = useSite()
  const sample = `const socket = new WebSocket(
  '${apiUrl.replace(/^http/, 'ws')}/stock?token=${demoKey}')
socket.onopen = () => socket.send(JSON.stringify({
  ac: 'subscribe',
  params: 'AAPL$US',
  types: 'tick,depth,kline@1m',
}))`
  return (
    <>
      <h3>{t('title')}</h3>
      <p>{t('text')}</p>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a sample that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <CodeText language="code">{sample}</CodeText>
      </pre>
    </>
  )
}
