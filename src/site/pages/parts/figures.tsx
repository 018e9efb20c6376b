import { useTranslations } from 'use-intl'
import { MeterBar } from '../../account/meter-bar.tsx'
import { Sparkline, type SparklineDrawing } from '../../pictures/sparkline.tsx'
import type { Picture } from '../../pictures/unpictured.tsx'
import { failed, known, loading, none, type Reading } from '../../reads/read.ts'
import { Missing, Shown } from '../../reads/shown.tsx'
import { CodeCard } from '../../ui/code/code-card.tsx'
import { Change } from '../../ui/icons.tsx'
import { Part } from './part.tsx'

const shares = [0, 40, 80, 100]

const reads: Reading<string>[] = [loading, known('1,234.56'), none, failed('1,234.56')]

const shortPictures: readonly Picture<SparklineDrawing>[] = [
  failed(),
  none,
  known({ since: '13:30 UTC' }),
  known({ since: null }),
]

export function Figures() {
  const t = useTranslations('products')
  return (
    <>
      <Part name="page-title, section-title, lead, kick, num">
        <p className="hero-title">1,234.56</p>
        <p className="page-title">1,234.56</p>
        <p className="section-title">1,234.56</p>
        <p className="lead">1,234.56</p>
        <p className="kick">1,234.56</p>
        <p>
          1,234.56 <span className="num">1,234.56</span> <code>1,234.56</code>
        </p>
      </Part>
      <Part name="Change">
        <p className="acts">
          {[1.25, -0.5, 0].map((percent) => (
            <Change key={percent} percent={percent} />
          ))}
        </p>
      </Part>
      <Part name="Shown, Missing, Sparkline">
        <div className="stack pair gap-24 at-start">
          {reads.map((read) => (
            <div key={read.state} className="card">
              <Shown
                read={read}
                loading={<p className="skeleton">&nbsp;</p>}
                none={<p>–</p>}
                failed={t('table.pricesFailed')}
              >
                {(value) => <p className="num">{value}</p>}
              </Shown>
            </div>
          ))}
        </div>
        <p className="acts">
          {reads.map((read) => (
            <span key={read.state} className="num">
              <Missing read={read} />
            </span>
          ))}
        </p>
        <div className="stack pair gap-24 at-start">
          {shortPictures.map((picture, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
            <Sparkline key={at} picture={picture} quote={null} label="" />
          ))}
        </div>
      </Part>
      <Part name="MeterBar">
        <div className="stack pair gap-24 at-start">
          {shares.map((used) => (
            <div key={used}>
              <p className="num">{used} / 100</p>
              <MeterBar used={used} limit={100} refuses />
            </div>
          ))}
        </div>
      </Part>
      <Part name="CodeCard">
        <CodeCard
          label="CodeCard"
          samples={[
            {
              title: 'cURL',
              language: 'shell',
              text: { id: 'sample-0', html: '# AAPL\ncurl "https://api.example/stock/quote?code=AAPL"' },
            },
            {
              title: 'JSON',
              language: 'json',
              text: { id: 'sample-1', html: '{ "code": 0, "data": { "ld": 231.4, "chp": -0.52 } }' },
            },
          ]}
        />
      </Part>
      <Part name="skeleton">
        <div className="skeleton part-skeleton" />
      </Part>
    </>
  )
}
