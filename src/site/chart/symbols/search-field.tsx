import { ChevronDown, Search, X } from 'lucide-react'
import type { Dispatch, KeyboardEvent, RefObject } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countryNames } from '#src/contract/values/countries.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { mayPickCountry, type SearchAction, type SymbolSearch } from '../state/symbols/symbol-search.ts'

type SearchFieldProps = {
  search: SymbolSearch
  send: Dispatch<SearchAction>
  input: RefObject<HTMLInputElement | null>
  listId: string
  activeId: string | undefined
  onKeyDown(event: KeyboardEvent): void
}

export function SearchField({ search, send, input, listId, activeId, onKeyDown }: SearchFieldProps) {
  const t = useTranslations('chart.search')
  const locale = useLocale()
  const country = search.country ? countryNames(locale)(search.country) : t('anyCountry')
  return (
    <div className="middle symbol-field">
      <Search size={18} aria-hidden="true" />
      <TextInput
        ref={input}
        data-first-focus
        role="combobox"
        aria-label={t('label')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={t('placeholder')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={64}
        text={search.text}
        onText={(text) => send({ do: 'type', text })}
        onKeyDown={onKeyDown}
      />
      {search.text !== '' && (
        <button
          type="button"
          className="field-clear"
          aria-label={t('clear')}
          onClick={() => {
            send({ do: 'type', text: '' })
            input.current?.focus()
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
      {mayPickCountry(search) && (
        <button
          type="button"
          className="inline-middle source-button"
          aria-label={t('pickCountry', { country })}
          onClick={() => send({ do: 'sources' })}
        >
          {search.country && <img src={`/img/country/${search.country.toUpperCase()}.svg`} alt="" className="flag" />}
          <span className="cut">{country}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
