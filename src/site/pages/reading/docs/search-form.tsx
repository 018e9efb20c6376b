import { Form } from 'react-router'
import { useLocale } from 'use-intl'
import { inLanguage } from '../../../page/page-link.tsx'
import { TextInput } from '../../../ui/typing/text-input.tsx'

type SearchFormProps = { label: string; placeholder: string; submit: string; query: string }

/** The search form of the documentation. It works without JavaScript. */
export function SearchForm({ label, placeholder, submit, query }: SearchFormProps) {
  const locale = useLocale()
  return (
    <Form role="search" action={inLanguage(locale, '/docs/search')} className="gap-8 docs-search">
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
      <button type="submit" className="btn btn-small btn-outline">
        {submit}
      </button>
    </Form>
  )
}
