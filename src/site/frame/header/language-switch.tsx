import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { isLocale, type Locale, languages, locales } from '#src/contract/locale.ts'
import { languageCookies } from '#src/contract/privacy/shared-cookies.ts'
import { useSite } from '../../context/site-context.ts'
import { Menu } from '../../ui/menu.tsx'

const channelName = 'language'

function sameAddress(locale: Locale, { pathname, search, hash }: { pathname: string; search: string; hash: string }) {
  const [, first, ...rest] = pathname.split('/')
  const path = isLocale(first) ? rest : [first, ...rest].filter(Boolean)
  return `/${[locale, ...path].join('/')}${search}${hash}`
}

/**
 * Returns a function that writes both language cookies and notifies other tabs. When another tab notifies this tab,
 * moves this tab to its address in the new language.
 */
function useLanguageChange() {
  const current = useLocale()
  const location = useLocation()
  const navigate = useNavigate()
  const scope = useSite()

  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => {
      if (isLocale(data) && data !== current)
        void navigate(sameAddress(data, location), { replace: true, preventScrollReset: true })
    }
    return () => channel.close()
  }, [current, location, navigate])

  return (locale: Locale) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari of the supported range
    for (const cookie of languageCookies(locale, scope)) document.cookie = cookie
    const channel = new BroadcastChannel(channelName)
    channel.postMessage(locale)
    channel.close()
  }
}

export function LanguageSwitch() {
  const t = useTranslations('frame.language')
  const current = useLocale()
  const location = useLocation()
  const navigate = useNavigate()
  const remember = useLanguageChange()

  /** Navigates on the client to the same page, so that typed text stays. */
  const change = (event: React.MouseEvent, locale: Locale) => {
    event.preventDefault()
    remember(locale)
    void navigate(sameAddress(locale, location), { replace: true, preventScrollReset: true })
  }
  return (
    <Menu
      name={`${t('label')}: ${languages[current].name}`}
      label={languages[current].name}
      className="language-menu"
      panel="list-panel"
    >
      {locales.map((locale) => (
        <a
          key={locale}
          // Without scripts this address remembers the language.
          href={`/${locale}/language?to=${encodeURIComponent(location.pathname + location.search)}`}
          lang={locale}
          hrefLang={locale}
          aria-current={locale === current || undefined}
          onClick={(event) => change(event, locale)}
        >
          <img src={`/img/country/${locale.slice(3)}.svg`} alt="" width="20" height="14" loading="lazy" />
          {languages[locale].name}
        </a>
      ))}
    </Menu>
  )
}
