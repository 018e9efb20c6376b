import { Form } from 'react-router'
import { useLocale } from 'use-intl'
import type { Audience } from '../../../content/search/docs-index.server.ts'
import { inLanguage } from '../../../page/page-link.tsx'
import { TextInput } from '../../../ui/typing/text-input.tsx'

type SearchFormProps = { label: string; placeholder: string; submit: string; query: string; within: Audience }

/** The search form of the documentation. It works without JavaScript. */
export function SearchForm({ label, placeholder, submit, query, within }: SearchFormProps) {
  const locale = useLocale()
  return (
    <Form role="search" action={inLanguage(locale, '/docs/search')} className="docs-search">
      <TextInput
        key={query}
        className="input"
        type="search"
        name="q"
        defaultValue={query}
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
      />
      {within === 'operators' && <input type="hidden" name="in" value={within} />}
      <button type="submit" className="btn btn-small btn-outline">
        {submit}
      </button>
    </Form>
  )
}
