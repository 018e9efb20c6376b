import type { Dispatch } from 'react'
import { useTranslations } from 'use-intl'
import { type SearchAction, type SymbolSearch, searchTabs } from '../state/symbols/symbol-search.ts'

type SymbolTabsProps = { search: SymbolSearch; send: Dispatch<SearchAction>; focusInput(): void }

export function SymbolTabs({ search, send, focusInput }: SymbolTabsProps) {
  const t = useTranslations('chart.search')
  return (
    <div
      className="strip strip-tabs pad-12-20 gap-4 ruled-bottom symbol-tabs"
      role="tablist"
      aria-label={t('types')}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (by === undefined) return
        event.preventDefault()
        const next = searchTabs[(searchTabs.indexOf(search.tab) + by + searchTabs.length) % searchTabs.length]
        if (!next) return
        send({ do: 'tab', tab: next })
        event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
      }}
    >
      {searchTabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          aria-selected={search.tab === tab}
          tabIndex={search.tab === tab ? 0 : -1}
          onClick={() => {
            send({ do: 'tab', tab })
            focusInput()
          }}
        >
          {t(`tabs.${tab}`)}
        </button>
      ))}
    </div>
  )
}
