import { useTranslations } from 'use-intl'
import { cityOf } from '../state/time/zones.ts'

/** The city of a time zone in the reader's language; without a translation, the city of the zone's IANA name. */
export function useCity(): (zone: string) => string {
  const t = useTranslations('chart.zones')
  return (zone) => {
    const city = cityOf(zone)
    return t.has(city as 'London') ? t(city as 'London') : city.replaceAll('_', ' ')
  }
}
