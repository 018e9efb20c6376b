import type { ApiKey, KeyLimits } from '#src/contract/account/keys.ts'
import { minuteMs } from '#src/contract/time.ts'
import { answered, none } from '../../reads/read.ts'
import { LiveSockets, RecentErrors } from '../dashboard/recent-use.tsx'
import { ThisMinute } from '../dashboard/this-minute.tsx'
import { CallsCard } from '../usage/calls-card.tsx'
import { ErrorsCard } from '../usage/errors-card.tsx'
import { LimitsCard } from '../usage/limits-card.tsx'
import { SeriesCard } from '../usage/series-card.tsx'
import { SocketsCard } from '../usage/sockets-card.tsx'
import type { UsageMoment } from '../usage/use-usage.ts'
import { Part } from './part.tsx'

const nothing = () => {}
const perMinute = 120
const limits: KeyLimits = { symbolType: ['stock', 'crypto'], perMinute, sockets: 3, subscriptions: 200 }

const socket = {
  id: 'a socket',
  keyId: 'normal',
  browser: false,
  path: '/crypto',
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  userAgent: 'market-data-python/1.0',
  subscriptions: 12,
  symbols: Array.from({ length: 12 }, (_, at) => `BTCUSD${at}`),
}

/** A minute with `used` of 120 requests, after an hour of growing use. */
function momentAt(now: number, used: number): UsageMoment {
  const start = Math.floor(now / minuteMs) * minuteMs
  const point = (at: number) => ({
    t: start - (59 - at) * minuteMs,
    requests: at === 59 ? used : Math.round((used * (at % 7) * at) / 400),
    errors: 0,
    refused: at === 59 && used >= perMinute ? 18 : 0,
  })
  return {
    now,
    report: {
      limit: perMinute,
      used,
      remaining: perMinute - used,
      resetAt: now + 21_000,
      step: 'minute',
      series: used === 0 ? [] : Array.from({ length: 60 }, (_, at) => point(at)),
      calls:
        used === 0
          ? []
          : [
              { call: 'kline', status: 200, reason: '', count: 4_201 },
              { call: 'kline', status: 429, reason: 'rate_limited', count: 18 },
              { call: 'quote', status: 404, reason: 'unknown_symbol', count: 6 },
            ],
    },
    minutes: null,
    errors: [
      {
        time: now,
        requestId: 'req_01JD5K6VQ5',
        keyId: 'normal',
        call: 'quote',
        target: '/stock/quote?region=US&code=NONE1',
        status: 404,
        error: 'unknown_symbol',
        message: 'NONE1 · US',
      },
    ],
    sockets: used === 0 ? [] : [{ ...socket, connectedAt: now - 60 * minuteMs }],
  }
}

/** Shows the use of a key in four states: unused, near the minute limit, at the limit, and without readable figures. */
export function Use({ now, apiKey }: { now: number; apiKey: ApiKey }) {
  const key = { ...apiKey, limitHttp: JSON.stringify(limits) }
  const unread: UsageMoment = { now, report: null, minutes: null, errors: null, sockets: null }
  const moments = [momentAt(now, 0), momentAt(now, 103), momentAt(now, 120), unread]
  const full = momentAt(now, 120)
  return (
    <>
      <Part name="ThisMinute">
        <div className="stack pair gap-24 at-start">
          {moments.map((moment, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the states never move
            <ThisMinute key={at} apiKey={key} moment={moment} />
          ))}
        </div>
      </Part>
      <Part name="RecentErrors, LiveSockets">
        <div className="stack pair gap-24 at-start">
          {[momentAt(now, 0), full].flatMap((moment, at) => [
            // biome-ignore lint/suspicious/noArrayIndexKey: the states never move
            <RecentErrors key={`errors ${at}`} moment={moment} />,
            // biome-ignore lint/suspicious/noArrayIndexKey: the states never move
            <LiveSockets key={`sockets ${at}`} apiKey={key} moment={moment} />,
          ])}
        </div>
      </Part>
      <Part name="LimitsCard, SeriesCard, CallsCard, ErrorsCard, SocketsCard">
        <LimitsCard moment={full} connected limits={limits} />
        <LimitsCard moment={unread} connected={false} limits={limits} />
        {[momentAt(now, 0), full].map(({ report }) => (
          <SeriesCard
            key={report?.used}
            points={report?.series ?? []}
            keyId={key.id}
            period="hour"
            now={now}
            zone="UTC"
          />
        ))}
        <CallsCard calls={full.report?.calls ?? []} />
        <div className="stack pair gap-24 at-start">
          <ErrorsCard errors={full.errors ?? []} />
          <ErrorsCard errors={[]} />
          <SocketsCard sockets={answered(full.sockets ?? [])} onClose={nothing} />
          <SocketsCard sockets={none} onClose={nothing} />
        </div>
      </Part>
    </>
  )
}
