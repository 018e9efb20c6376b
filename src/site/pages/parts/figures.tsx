import { MeterBar } from '../../account/meter-bar.tsx'
import { CodeCard } from '../../ui/code/code-card.tsx'
import { Change } from '../../ui/icons.tsx'
import { Part } from './part.tsx'

const shares = [0, 40, 80, 100]

export function Figures() {
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
      <Part name="MeterBar">
        <div className="stack pair part-grid">
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
