import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { useLocale } from 'use-intl'
import { inLanguage } from '../../../page/page-link.tsx'

type SearchFormProps = { label: string; placeholder: string; submit: string; query: string }

/** The search form of the documentation. It works without JavaScript; the key `/` focuses it. */
export function SearchForm({ label, placeholder, submit, query }: SearchFormProps) {
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <Form role="search" action={inLanguage(locale, '/docs/search')} className="docs-search">
      <input
        ref={input}
        key={query}
        className="input"
        type="search"
        name="q"
        defaultValue={query}
        aria-label={label}
        placeholder={placeholder}
        aria-keyshortcuts="/"
        maxLength={100}
      />
      <button type="submit" className="btn btn-small btn-outline">
        {submit}
      </button>
    </Form>
  )
}
