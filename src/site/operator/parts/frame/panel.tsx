import { type ReactNode, useId } from 'react'
import './panel.css'

type PanelProps = { title: ReactNode; aside?: ReactNode; foot?: ReactNode; flush?: boolean; children: ReactNode }

/** A titled box. `aside` is at the end of its head. `flush` content has its own padding (a table, a list). */
export function Panel({ title, aside, foot, flush = false, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="flow-apart panel-head">
        <h2 id={id}>{title}</h2>
        {aside && <div className="caption panel-aside">{aside}</div>}
      </div>
      {flush ? children : <div className="panel-body">{children}</div>}
      {foot && <div className="flow-middle gap-8-16 pad-12-16 ruled-top">{foot}</div>}
    </section>
  )
}

type Fact = { name: ReactNode; value: ReactNode; key?: string }

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ruled console-facts">
      {facts.map(({ name, value, key }, turn) => (
        <div key={key ?? (typeof name === 'string' ? name : turn)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Figure = { name: ReactNode; value: ReactNode; unit?: ReactNode; note?: ReactNode; key: string }

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="tiled figures">
      {figures.map(({ key, name, value, unit, note }) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd className="figure-value breakable">
            {value}
            {unit && <small>{unit}</small>}
          </dd>
          {note && <dd className="figure-note">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
