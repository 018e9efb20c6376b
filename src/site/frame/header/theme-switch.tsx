import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { applyTheme, setTheme } from '../../browser/reader-cookies.ts'
import { useSite } from '../../context/site-context.ts'

/** The page contains the labels of both themes, and CSS shows one of them, so that a cached page fits either theme. */
export function ThemeSwitch() {
  const t = useTranslations('frame.theme')
  const scope = useSite()
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the cookie decides on every navigation
  useEffect(applyTheme, [pathname])

  const toggle = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark', scope)
  return (
    <button type="button" className="icon-btn theme-switch needs-script" onClick={toggle}>
      <svg
        width="18"
        height="18"
        viewBox="0 0 18 18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        <circle cx="9" cy="9" r="6.5" />
        <path d="M9 2.5v13a6.5 6.5 0 0 0 0-13z" fill="currentColor" />
      </svg>
      <span className="sr-only in-light">{t('toDark')}</span>
      <span className="sr-only in-dark">{t('toLight')}</span>
    </button>
  )
}
