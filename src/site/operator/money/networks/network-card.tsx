import { useFormatter, useTranslations } from 'use-intl'
import type { NetworkReport } from '#src/contract/operator/money/networks.ts'
import { grouped } from '../../../ui/grouped.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import { Pill, type Tone } from '../../parts/marks/pill.tsx'

function toneOf({ closed }: NetworkReport): Tone {
  if (closed === null) return 'good'
  return closed.why === 'paused' ? 'none' : closed.why === 'lagging' ? 'warn' : 'bad'
}

export function NetworkCard({ network, now }: { network: NetworkReport; now: number }) {
  const t = useTranslations('operatorMoney.networks')
  const format = useFormatter()
  const { code, chainName, closed, head, cursor, lookedAt, calls, callsMax, nodes } = network
  const figures = [
    { name: t('head'), value: grouped(head) },
    { name: t('cursor'), value: cursor === null ? '–' : grouped(cursor) },
    { name: t('looked'), value: lookedAt === null ? t('never') : t('ago', { seconds: secondsSince(lookedAt, now) }) },
    { name: t('calls'), value: t('ofLimit', { part: format.number(calls / callsMax, { style: 'percent' }) }) },
  ]
  return (
    <section className="panel network-card" aria-label={`${code} ${chainName}`}>
      <div className="flow-apart panel-head">
        <h2>
          {code} <span className="text-muted">{chainName}</span>
        </h2>
        <Pill tone={toneOf(network)}>{t(closed === null ? 'onSale' : `why.${closed.why}`)}</Pill>
      </div>
      {closed !== null && (closed.since !== null || closed.detail !== null) && (
        <p className="pad-8-16 ruled-bottom breakable">
          {closed.since !== null && <Moment at={closed.since} />} {closed.detail}
        </p>
      )}
      <dl className="gap-8-16 pad-12-16 network-figures">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      {nodes.length > 0 && (
        <ul className="flow gap-4-20 pad-8-16 ruled-top text-12 network-nodes">
          {nodes.map((node, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nodes have no name; the settings fix their order
            <li key={index} className="flow">
              <Pill tone={node.faults > 0 ? 'bad' : 'good'}>
                <span className="num">{t('node', { place: String(index + 1) })}</span>
              </Pill>
              <span className="text-muted">
                {node.faults > 0
                  ? t('faults', { count: node.faults, fault: node.lastFault ?? '' })
                  : node.lastFaultAt === null
                    ? t('answers')
                    : t('recovered', { fault: node.lastFault ?? '' })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function secondsSince(at: number, now: number): number {
  return Math.max(0, Math.round((now - at) / 1000))
}
