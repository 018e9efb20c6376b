import { Star } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  classOf,
  exchangeLogoUrl,
  flagUrl,
  highlight,
  logoUrls,
  type SymbolRecord,
  showsProduct,
  tickerOf,
} from '../state/symbols/symbol.ts'

type SymbolRowProps = {
  id: string
  record: SymbolRecord
  sought: string
  active: boolean
  starred: boolean
  choose(): void
  point(): void
  star(): void
}

export function SymbolRow({ id, record, sought, active, starred, choose, point, star }: SymbolRowProps) {
  const t = useTranslations('chart.search')
  const ticker = tickerOf(record)
  const kind = classOf(record)
  const flag = flagUrl(record)
  const exchange = showsProduct(record) && kind ? t(`tabs.${kind}`) : record.exchange || record.prefix
  const kindName = kind ? t(`classes.${kind}`) : record.type
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input, which names the active row
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the input opens the active row
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-label={`${ticker} ${record.description} ${kindName} ${exchange}`}
      className="symbol-row"
      data-ticker={ticker}
      onClick={choose}
      onPointerMove={point}
    >
      <Logos record={record} />
      <b className="cut symbol-code">
        <Marked text={record.symbol} sought={sought} />
      </b>
      <span className="cut symbol-name">
        <Marked text={record.description} sought={sought} />
      </span>
      <small className="quiet symbol-kind">{kindName}</small>
      <span className="middle symbol-exchange">
        <Picture key={exchangeLogoUrl(record)} url={exchangeLogoUrl(record)} className="exchange-logo" />
        {exchange}
      </span>
      <span className="symbol-flag">
        {flag && <Picture key={flag} url={flag} className="flag" label={record.country.toUpperCase()} />}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Ctrl D in the input does the same; an option may hold no button */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <span
        className="symbol-star"
        data-on={starred || undefined}
        title={t(starred ? 'unstar' : 'star', { ticker })}
        onClick={(event) => {
          event.stopPropagation()
          star()
        }}
      >
        <Star size={15} fill={starred ? 'currentColor' : 'none'} aria-hidden="true" />
      </span>
    </div>
  )
}

function Logos({ record }: { record: SymbolRecord }) {
  const urls = logoUrls(record)
  return (
    <span className="symbol-logos" data-count={urls.length} aria-hidden="true">
      <i>{record.symbol.slice(0, 2)}</i>
      {urls.map((url) => (
        <Picture key={url} url={url} className="logo" />
      ))}
    </span>
  )
}

function Picture({ url, className, label = '' }: { url: string; className: string; label?: string }) {
  const [missing, setMissing] = useState(false)
  if (missing) return label ? <small>{label}</small> : null
  return <img src={url} alt={label} className={className} loading="lazy" onError={() => setMissing(true)} />
}

function Marked({ text, sought }: { text: string; sought: string }) {
  let at = 0
  return highlight(text, sought).map((part, index) => {
    at += part.length
    return index % 2 === 1 ? <mark key={at}>{part}</mark> : <span key={`${at}t`}>{part}</span>
  })
}
