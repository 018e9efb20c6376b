import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCity } from '../../control/use-city.ts'
import { offsetOf, zones } from '../../state/time/zones.ts'
import { DropMenu } from './drop-menu.tsx'

type ZoneMenuProps = {
  zone: string
  exchangeZone: string
  icon: ReactNode
  choose: (zone: string) => void
  more(): void
}

export function ZoneMenu({ zone, exchangeZone, icon, choose, more }: ZoneMenuProps) {
  const t = useTranslations('chart')
  const cityOf = useCity()
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const entry = (value: string, name: string, close: () => void) => (
    <button
      key={value}
      type="button"
      aria-pressed={zone === value}
      onClick={() => {
        choose(value)
        close()
      }}
    >
      <span>{name}</span>
      <small>{offsetOf(value === 'exchange' ? exchangeZone : value)}</small>
    </button>
  )
  return (
    <DropMenu
      label={t('toolbar.zone')}
      value={cityOf(zone === 'exchange' ? exchangeZone : zone)}
      button={
        <>
          {icon}
          <span className="wide">{cityOf(zone === 'exchange' ? exchangeZone : zone)}</span>
        </>
      }
    >
      {(close) => (
        <>
          {entry('exchange', `${t('settings.zoneExchange')} · ${cityOf(exchangeZone)}`, close)}
          {!zones.some((known) => known === here) &&
            entry(here, t('settings.zoneLocal', { zone: cityOf(here) }), close)}
          {zones.map((value) =>
            entry(value, value === here ? t('settings.zoneLocal', { zone: cityOf(here) }) : cityOf(value), close),
          )}
          <i className="drop-sep" />
          <button
            type="button"
            onClick={() => {
              close()
              more()
            }}
          >
            {t('look.zones')}
          </button>
        </>
      )}
    </DropMenu>
  )
}
