import { useLocale } from 'use-intl'
import type { Place } from '#src/contract/operator/instruments.ts'
import { countryNames, isCountry } from '#src/contract/values/countries.ts'

/** The region of markets without a country. */
const worldwide = 'BA'

function useCountries(places: readonly Place[]): { code: string; name: string }[] {
  const locale = useLocale()
  const nameOf = countryNames(locale)
  const codes = [...new Set(places.map(({ country }) => country))].filter(
    (code) => code !== worldwide && isCountry(code),
  )
  return codes
    .map((code) => ({ code, name: nameOf(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, locale))
}

/** The countries of all exchanges, and the region of crypto currencies. */
export function useRegions(places: readonly Place[], crypto: string): { code: string; name: string }[] {
  return [...useCountries(places), { code: worldwide, name: crypto }]
}

export function RegionOptions({ places, crypto }: { places: readonly Place[]; crypto: string }) {
  return useRegions(places, crypto).map(({ code, name }) => (
    <option key={code} value={code}>
      {`${name} · ${code}`}
    </option>
  ))
}

/** The exchanges by country, then the exchanges without a country. */
export function ExchangeOptions({ places }: { places: readonly Place[] }) {
  const countries = useCountries(places)
  return (
    <>
      {countries.map(({ code, name }) => (
        <optgroup key={code} label={name}>
          {places.filter(({ country }) => country === code).map(exchangeOption)}
        </optgroup>
      ))}
      {places.filter(({ country }) => !isCountry(country)).map(exchangeOption)}
    </>
  )
}

function exchangeOption({ code, name }: Place) {
  return (
    <option key={code} value={code}>
      {`${code} · ${name}`}
    </option>
  )
}
