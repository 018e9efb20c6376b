import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type AssetClass, assetClasses, barIntervals } from '#src/contract/market.ts'
import { demoSymbols } from '../../../showcase/showcase.ts'
import { CodeText } from '../../../ui/code/code-text.tsx'
import { CopyButton } from '../../../ui/code/copy-button.tsx'
import { CloseIcon } from '../../../ui/icons.tsx'
import { TextInput } from '../../../ui/typing/text-input.tsx'
import type { PlaygroundSession } from './socket/session.ts'
import type { SubscribeMessage } from './socket/subscribed.ts'

const plainTypes = ['tick', 'quote', 'depth'] as const
const suggested = ['stock:AAPL$US', 'crypto:BTCUSD$BA']

/** Builds one message, which can be sent and copied. */
export function SubscribeCard({ session, refusals }: { session: PlaygroundSession; refusals: readonly string[] }) {
  const t = useTranslations('playground.build')
  const [symbols, setSymbols] = useState<readonly string[]>(suggested)
  const [types, setTypes] = useState<readonly string[]>(['tick', 'quote'])
  const [interval, setInterval] = useState<string | null>(null)
  const all = interval === null ? types : [...types, `kline@${interval}`]
  const message: SubscribeMessage = { ac: 'subscribe', params: [...symbols], types: all.join(',') }
  const isOpen = session.connection.kind === 'open'
  const isWhole = symbols.length > 0 && all.length > 0
  return (
    <section className="card playground-build" aria-labelledby="playground-subscribe">
      <div className="card-head">
        <h2 id="playground-subscribe">{t('title')}</h2>
        <small>{t('count', { count: symbols.length })}</small>
      </div>
      <div className="card-body">
        <Symbols symbols={symbols} onChange={setSymbols} />
        <Types types={types} interval={interval} onTypes={setTypes} onInterval={setInterval} />
        <div className="code-card">
          <div className="code-tabs">
            <span>{t('message')}</span>
            <CopyButton text={JSON.stringify(message)} className="copy" />
          </div>
          {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a message that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>
            <CodeText language="json">{JSON.stringify(message, null, 2)}</CodeText>
          </pre>
        </div>
        <button
          type="button"
          className="btn btn-ink needs-script"
          disabled={!isOpen || !isWhole}
          onClick={() => session.send(message)}
        >
          {t('send')}
        </button>
        {!(isOpen && isWhole) && <p className="quiet">{isWhole ? t('notYet') : t('nothing')}</p>}
        {refusals.length > 0 && (
          <div role="alert" className="notice notice-bad">
            {refusals.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

type TypesProps = {
  types: readonly string[]
  /** Interval of the bars; null for no bars. */
  interval: string | null
  onTypes: (types: readonly string[]) => void
  onInterval: (interval: string | null) => void
}

function Types({ types, interval, onTypes, onInterval }: TypesProps) {
  const t = useTranslations('playground.build')
  const toggle = (type: string) =>
    onTypes(plainTypes.filter((one) => (one === type ? !types.includes(one) : types.includes(one))))
  return (
    <fieldset>
      <legend>{t('types')}</legend>
      <div className="playground-types">
        {plainTypes.map((type) => (
          <label key={type}>
            <input type="checkbox" checked={types.includes(type)} onChange={() => toggle(type)} />
            <code>{type}</code>
          </label>
        ))}
        <label>
          <input
            type="checkbox"
            checked={interval !== null}
            onChange={() => onInterval(interval === null ? '1m' : null)}
          />
          <code>kline@</code>
        </label>
        <select
          className="input"
          aria-label={t('interval')}
          value={interval ?? '1m'}
          onChange={({ target }) => onInterval(target.value)}
        >
          {barIntervals.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
    </fieldset>
  )
}

type SymbolsProps = { symbols: readonly string[]; onChange: (symbols: readonly string[]) => void }

function Symbols({ symbols, onChange }: SymbolsProps) {
  const t = useTranslations('playground.build')
  const [assetClass, setAssetClass] = useState<AssetClass>('stock')
  const [typed, setTyped] = useState('')
  const id = useId()
  const offered = demoSymbols.filter((symbol) => symbol.startsWith(`${assetClass}:`) && !symbols.includes(symbol))
  const add = (event: FormEvent) => {
    event.preventDefault()
    const written = typed.trim()
    if (written === '') return
    const symbol = written.includes(':') ? written : `${assetClass}:${written}`
    onChange([...symbols.filter((one) => one !== symbol), symbol])
    setTyped('')
  }
  return (
    <fieldset>
      <legend>{t('instruments')}</legend>
      <ul className="flow playground-chips">
        {symbols.map((symbol) => (
          <li key={symbol}>
            <code>{symbol}</code>
            <button
              type="button"
              aria-label={t('remove', { symbol })}
              onClick={() => onChange(symbols.filter((one) => one !== symbol))}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <form className="playground-add" onSubmit={add}>
        <select
          className="input"
          aria-label={t('class')}
          value={assetClass}
          onChange={({ target }) => setAssetClass(assetClasses.find((name) => name === target.value) ?? 'stock')}
        >
          {assetClasses.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <TextInput
          className="input"
          aria-label={t('symbol')}
          placeholder={bare(demoSymbols.find((symbol) => symbol.startsWith(`${assetClass}:`)) ?? '')}
          list={id}
          text={typed}
          autoComplete="off"
          spellCheck={false}
          onText={setTyped}
        />
        <datalist id={id}>
          {offered.map((symbol) => (
            <option key={symbol} value={bare(symbol)} />
          ))}
        </datalist>
        <button type="submit" className="btn btn-outline needs-script">
          {t('add')}
        </button>
      </form>
    </fieldset>
  )
}

function bare(symbol: string): string {
  return symbol.slice(symbol.indexOf(':') + 1)
}
