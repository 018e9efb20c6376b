import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { inLanguage } from '../../page/page-link.tsx'
import { Panel } from '../parts/frame/panel.tsx'

const views = ['home', 'phone', 'pricing', 'dashboard', 'receipt', 'mail', 'share'] as const
type View = (typeof views)[number]
const themes = ['light', 'dark'] as const

/** The draft on pages of the site, on a receipt, in a mail and in a share image. `number` changes with each draft. */
export function Previews({ number }: { number: number }) {
  const t = useTranslations('operatorBrand.previews')
  const locale = useLocale()
  const [view, setView] = useState<View>('home')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const base = inLanguage(locale, `/operator/brand/preview/${theme}`)
  const paths: Record<View, string> = {
    home: `/${locale}`,
    phone: `/${locale}`,
    pricing: `/${locale}/pricing`,
    dashboard: `/${locale}/dashboard`,
    receipt: `/${locale}/dashboard/billing/papers/sample`,
    mail: '/mail',
    share: '/share.png',
  }
  const src = `${base}${paths[view]}?draft=${number}`
  return (
    <Panel title={t('title')} aside={t('aside')} flush>
      <div className="flow-apart pad-8-16 gap-8-24 brand-views">
        <div className="flow gap-4">
          {views.map((name) => (
            <button
              key={name}
              type="button"
              className="btn btn-small btn-quiet"
              aria-pressed={name === view}
              onClick={() => setView(name)}
            >
              {t(name)}
            </button>
          ))}
        </div>
        <div className="flow gap-4">
          {themes.map((name) => (
            <button
              key={name}
              type="button"
              className="btn btn-small btn-quiet"
              aria-pressed={name === theme}
              onClick={() => setTheme(name)}
            >
              {t(name)}
            </button>
          ))}
        </div>
      </div>
      <div className="brand-view" data-view={view}>
        {view === 'share' ? (
          <img src={src} alt={t('share')} width="1200" height="630" />
        ) : (
          <iframe key={src} title={t(view)} src={src} sandbox="allow-same-origin" />
        )}
      </div>
    </Panel>
  )
}
