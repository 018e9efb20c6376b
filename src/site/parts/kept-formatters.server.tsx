import { LRUCache } from 'lru-cache'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

/** The maximum number of formatters of each kind. Each time zone of a reader needs separate formatters. */
const formattersMax = 500

const formatters = {
  getDateTimeFormat: kept(Intl.DateTimeFormat),
  getNumberFormat: kept(Intl.NumberFormat),
  getPluralRules: kept(Intl.PluralRules),
  getRelativeTimeFormat: kept(Intl.RelativeTimeFormat),
  getListFormat: kept(Intl.ListFormat),
  getDisplayNames: kept(Intl.DisplayNames),
}

/**
 * Lets all pages use the formatters of this process, because `IntlProvider` would make new formatters for each page.
 */
export function KeptFormatters({ children }: { children: ReactNode }): ReactNode {
  const provider = IntlProvider({ locale: 'en-US', children }) as ReactElement<{ value: object }>
  return cloneElement(provider, { value: { ...provider.props.value, formatters } })
}

function kept<A extends unknown[], F extends object>(Formatter: new (...args: A) => F): (...args: A) => F {
  const known = new LRUCache<string, F>({ max: formattersMax })
  return (...args) => {
    const name = JSON.stringify(args)
    const found = known.get(name)
    if (found) return found
    const made = new Formatter(...args)
    known.set(name, made)
    return made
  }
}
