import { useTranslations } from 'use-intl'
import { cityOf } from '../state/time/zones.ts'

/** The city of a time zone in the reader's language, or its IANA name when there is no translation. */
export function useCity(): (zone: string) => string {
  const t = useTranslations('chart.zones')
  return (zone) => {
    const city = cityOf(zone)
    return t.has(city as 'London') ? t(city as 'London') : city.replaceAll('_', ' ')
  }
}
