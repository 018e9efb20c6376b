import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DropMenu } from './drop-menu.tsx'

const zones = [
  'UTC',
  'America/New_York',
  'America/Chicago',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Paris',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Hong_Kong',
  'Asia/Shanghai',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const

function cityOf(zone: string): string {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}

/** `GMT-4`, as it is now. */
export function offsetOf(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

type ZoneMenuProps = { zone: string; exchangeZone: string; icon: ReactNode; choose: (zone: string) => void }

export function ZoneMenu({ zone, exchangeZone, icon, choose }: ZoneMenuProps) {
  const t = useTranslations('chart')
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
        </>
      )}
    </DropMenu>
  )
}
