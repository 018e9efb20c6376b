import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { Glyph } from '../parts/glyph.tsx'
import { isTyping } from '../parts/use-row-keys.ts'

/** Looks for a customer from every page; the key `/` leads here. */
export function SearchField() {
  const t = useTranslations('operator.search')
  const { pathname, search } = useLocation()
  const customers = inLanguage(useLocale(), '/operator/customers')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(document.activeElement)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  const asked = pathname === customers ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <Form method="get" action={customers} role="search" className="console-search">
      <Glyph name="search" />
      <input
        key={asked}
        ref={field}
        type="search"
        name="q"
        defaultValue={asked}
        aria-label={t('label')}
        placeholder={t('hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        minLength={3}
        maxLength={200}
        required
      />
      <kbd>/</kbd>
    </Form>
  )
}
