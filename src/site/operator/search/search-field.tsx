import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { knownOf } from '../../reads/read.ts'
import { isComposingKey } from '../../ui/typing/composition.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'
import { Glyph } from '../parts/marks/glyph.tsx'
import { isTyping } from '../parts/table/use-row-keys.ts'
import { type SearchOption, searchGroups } from './search-options.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { queryLengthMin, useSuggestions } from './use-suggestions.ts'
import './search.css'

/**
 * Searches customers from every page; the key `/` focuses the field. Without scripts the form opens the page of
 * customers.
 */
export function SearchField({ may }: { may(verb: string): boolean }) {
  const { pathname, search } = useLocation()
  const customers = inLanguage(useLocale(), '/operator/customers')
  const query = pathname === customers ? (new URLSearchParams(search).get('q') ?? '') : ''
  return <SearchBox key={`${pathname} ${query}`} {...{ query, customers, mayMoney: may('order.list') }} />
}

function SearchBox({ query, customers, mayMoney }: { query: string; customers: string; mayMoney: boolean }) {
  const t = useTranslations('operator.search')
  const list = useId()
  const field = useSlashKey()
  const [typed, setTyped] = useState(query)
  const { text, found, groups, active, isOpen, ...choice } = useChoice(typed, { query, mayMoney })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isComposingKey(event.nativeEvent) && choice.press(event.key)) event.preventDefault()
  }
  const idOf = (option: SearchOption) => `${list}-${option.path}`
  return (
    <Form
      method="get"
      action={customers}
      role="search"
      aria-label={t('label')}
      className="middle console-search"
      onBlur={choice.close}
      onSubmit={choice.close}
    >
      <Glyph name="search" />
      <TextInput
        ref={field}
        data-keys="/"
        type="search"
        name="q"
        defaultValue={query}
        onText={(text) => {
          setTyped(text)
          choice.open()
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen && active ? idOf(active) : undefined}
        aria-autocomplete="list"
        aria-label={t('label')}
        placeholder={t('hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        minLength={queryLengthMin}
        maxLength={200}
        required
      />
      <kbd className="from-1024">/</kbd>
      {isOpen && <SuggestionList id={list} choose={choice.choose} {...{ text, groups, found, active, idOf }} />}
      <span role="status" className="sr-only">
        {isOpen && found.state === 'known' && t('count', { count: found.value.length })}
        {isOpen && found.state === 'none' && t('count', { count: 0 })}
      </span>
    </Form>
  )
}

/**
 * The suggestions, of which one may be marked. Arrow keys move the mark, Enter opens the marked suggestion, Escape
 * closes the list.
 */
function useChoice(typed: string, { query, mayMoney }: { query: string; mayMoney: boolean }) {
  const navigate = useNavigate()
  const locale = useLocale()
  const [isWanted, setWanted] = useState(false)
  const [marked, setMarked] = useState(-1)
  const { text, customers } = useSuggestions(typed === query ? '' : typed)
  const isOpen = isWanted && text.length >= queryLengthMin
  const groups = searchGroups(text, knownOf(customers) ?? [], { mayMoney })
  const options = groups.flatMap((group) => group.options)
  const active = options[marked]
  const close = () => {
    setWanted(false)
    setMarked(-1)
  }
  const choose = ({ path }: SearchOption) => {
    close()
    void navigate(inLanguage(locale, `/operator${path}`))
  }
  const step = (by: 1 | -1) => {
    setWanted(true)
    if (options.length > 0)
      setMarked((at) => (at === -1 && by === -1 ? options.length - 1 : (at + by + options.length) % options.length))
  }
  const open = () => {
    setWanted(true)
    setMarked(-1)
  }
  /** Handles a key. Returns true if the list used the key. */
  const press = (key: string): boolean => {
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      step(key === 'ArrowDown' ? 1 : -1)
      return true
    }
    if (!isOpen || (key !== 'Escape' && key !== 'Enter')) return false
    if (key === 'Enter' && !active) return false
    if (active && key === 'Enter') choose(active)
    else close()
    return true
  }
  return { text, groups, active, isOpen, found: customers, close, open, choose, press }
}

function useSlashKey() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || isTyping(document.activeElement)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return field
}
