import { useTranslations } from 'use-intl'
import { cityOf } from '../state/zones.ts'

/** Names the city of a zone in the reader's language; one without a translation by its IANA name. */
export function useCity(): (zone: string) => string {
  const t = useTranslations('chart.zones')
  return (zone) => {
    const city = cityOf(zone)
    return t.has(city as 'London') ? t(city as 'London') : city.replaceAll('_', ' ')
  }
}
