import format, { type CompiledMessage } from 'icu-minify/format'
import { createContext, type ReactNode, use, useMemo } from 'react'

// The part of use-intl that pages use, for compiled texts. `slim-bundle.ts` puts it in place of `use-intl` in the browser
// build, where each kilobyte counts; on the server, in tests and for types it is use-intl itself.

type Tree = { [key: string]: CompiledMessage | Tree }
type Values = NonNullable<Parameters<typeof format<ReactNode>>[2]>
type Language = { locale: string; messages: Tree; timeZone: string }

const IntlContext = createContext<Language>({ locale: 'zh-CN', messages: {}, timeZone: 'UTC' })

export function IntlProvider({ children, locale, messages, timeZone }: Language & { children: ReactNode }) {
  const value = useMemo(() => ({ locale, messages, timeZone }), [locale, messages, timeZone])
  return <IntlContext value={value}>{children}</IntlContext>
}

export function useLocale(): string {
  return use(IntlContext).locale
}

const formatters = {
  getDateTimeFormat: (...options: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...options),
  getNumberFormat: (...options: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...options),
  getPluralRules: (...options: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...options),
}

function find(tree: Tree, path: string): CompiledMessage | undefined {
  let found: CompiledMessage | Tree | undefined = tree
  for (const key of path.split('.')) found = (found as Tree | undefined)?.[key]
  return found as CompiledMessage | undefined
}

/** Texts of a namespace; a text that is not there shows its key and says so in the console. */
export function useTranslations(namespace?: string) {
  const { locale, messages, timeZone } = use(IntlContext)
  return useMemo(() => {
    const say = (key: string, values?: Values): ReactNode => {
      const path = namespace ? `${namespace}.${key}` : key
      const message = find(messages, path)
      if (message === undefined) {
        console.error(`MISSING_MESSAGE: ${path} (${locale})`)
        return path
      }
      return format<ReactNode>(message, locale, values, { formatters, timeZone }) as ReactNode
    }
    const has = (key: string) => find(messages, namespace ? `${namespace}.${key}` : key) !== undefined
    return Object.assign(say, { rich: say, has })
  }, [locale, messages, timeZone, namespace])
}

export function useFormatter() {
  const { locale, timeZone } = use(IntlContext)
  return useMemo(
    () => ({
      number: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
        formatters.getNumberFormat(locale, options).format(value),
      dateTime: (value: Date | number, options?: Intl.DateTimeFormatOptions) =>
        formatters.getDateTimeFormat(locale, { timeZone, ...options }).format(value),
    }),
    [locale, timeZone],
  )
}
