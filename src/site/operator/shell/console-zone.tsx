import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { IntlProvider, useLocale, useTimeZone, useTranslations } from 'use-intl'
import { zoneName } from '#src/contract/values/clock.ts'
import { isTyping } from '../parts/table/use-row-keys.ts'

const ZoneContext = createContext({ own: 'UTC', toggle: () => {} })

/** The zone of all times of the console: the reader's, or UTC after the key U. */
export function ConsoleZone({ children }: { children: ReactNode }) {
  const own = useTimeZone() ?? 'UTC'
  const [isUtc, setUtc] = useState(false)
  const choice = useMemo(() => ({ own, toggle: () => setUtc((before) => !before) }), [own])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
      if (event.key.toLowerCase() === 'u' && isPlain && !isTyping(document.activeElement)) choice.toggle()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [choice])
  return (
    <ZoneContext value={choice}>
      <IntlProvider locale={useLocale()} timeZone={isUtc ? 'UTC' : own}>
        {children}
      </IntlProvider>
    </ZoneContext>
  )
}

/** Names the zone of the shown times, and switches the zone. A reader in UTC has nothing to switch. */
export function ZoneButton() {
  const t = useTranslations('operator.zone')
  const { own, toggle } = use(ZoneContext)
  const zone = useTimeZone() ?? 'UTC'
  const name = zoneName(zone, Date.now())
  if (own === 'UTC')
    return (
      <span className="text-muted" title={t('only')}>
        UTC
      </span>
    )
  return (
    <button
      type="button"
      className="inline-middle text-muted text-12 gap-4 zone-button"
      title={t('hint', { zone })}
      aria-label={t('label', { zone })}
      aria-keyshortcuts="U"
      onClick={toggle}
    >
      <span suppressHydrationWarning>{name}</span> <kbd className="from-640">U</kbd>
    </button>
  )
}
