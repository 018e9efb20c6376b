import { ArrowLeft } from 'lucide-react'
import { type Dispatch, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BarInterval } from '#src/contract/market.ts'
import { Modal } from '../dialogs/modal.tsx'
import { favouriteSymbols, recentSymbols, rememberSymbol, toggleFavourite } from '../state/symbols/kept-symbols.ts'
import { type SymbolRecord, tickerOf } from '../state/symbols/symbol.ts'
import type { SearchAction, SymbolSearch } from '../state/symbols/symbol-search.ts'
import { CountryPicker } from './country-picker.tsx'
import { SearchView } from './search-view.tsx'
import { type Choice, choicesOf, sectionsOf } from './symbol-sections.ts'

type SymbolDialogProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  demo: readonly SymbolRecord[]
  choose(ticker: string, record: SymbolRecord): void
  chooseInterval(interval: BarInterval): void
}

export function SymbolDialog({ search, send, demo, choose, chooseInterval }: SymbolDialogProps) {
  const t = useTranslations('chart.search')
  const [starred, setStarred] = useState(favouriteSymbols)
  const [recent] = useState(recentSymbols)
  const close = () => send({ do: 'close' })
  const sections = sectionsOf(search, starred, recent, demo)
  const rows = sections.flatMap(({ rows }) => rows)
  const choices = choicesOf(search.text, rows)
  const open = (choice: Choice | undefined) => {
    if (choice === undefined) return
    if (typeof choice === 'string') chooseInterval(choice)
    else {
      rememberSymbol(choice)
      choose(tickerOf(choice), choice)
    }
    close()
  }
  return (
    <Modal
      title={t(search.mode === 'source' ? 'sources' : 'title')}
      closeLabel={t('close')}
      className="symbol-dialog"
      onClose={close}
    >
      {search.mode === 'source' ? (
        <>
          <button type="button" className="quiet inline-middle back-button" onClick={() => send({ do: 'back' })}>
            <ArrowLeft size={16} aria-hidden="true" /> {t('back')}
          </button>
          <CountryPicker chosen={search.country} choose={(country) => send({ do: 'country', country })} />
        </>
      ) : (
        <SearchView
          search={search}
          send={send}
          sections={sections}
          choices={choices}
          open={open}
          starred={starred}
          star={(record) => setStarred(toggleFavourite(record))}
        />
      )}
    </Modal>
  )
}
