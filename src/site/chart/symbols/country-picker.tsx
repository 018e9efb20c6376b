import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { countryNames, stockCountries, worldRegions } from '#src/contract/values/countries.ts'
import { TextInput } from '../../ui/typing/text-input.tsx'

type CountryPickerProps = { chosen: string | null; choose(country: string | null): void }

export function CountryPicker({ chosen, choose }: CountryPickerProps) {
  const t = useTranslations('chart.search')
  const locale = useLocale()
  const nameOf = useMemo(() => countryNames(locale), [locale])
  const [sought, setSought] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const wanted = sought.trim().toLowerCase()
  const found = stockCountries.filter(({ code, exchanges }) =>
    `${code} ${nameOf(code)} ${exchanges.join(' ')}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className="dialog-search">
        <TextInput
          className="input"
          type="search"
          aria-label={t('findCountry')}
          placeholder={t('findCountry')}
          ref={field}
          onText={setSought}
        />
      </div>
      <div className="dialog-list country-list">
        {wanted === '' && (
          <button
            type="button"
            className="middle country-row"
            aria-pressed={chosen === null}
            onClick={() => choose(null)}
          >
            {t('anyCountry')}
          </button>
        )}
        {worldRegions.map((region) => {
          const countries = found.filter((country) => country.region === region)
          return (
            countries.length > 0 && (
              <section key={region} aria-label={t(`regions.${region}`)}>
                <h3>{t(`regions.${region}`)}</h3>
                <div className="country-grid">
                  {countries.map(({ code, exchanges }) => (
                    <button
                      key={code}
                      type="button"
                      className="middle country-row"
                      aria-pressed={chosen === code}
                      onClick={() => choose(code)}
                    >
                      <img src={`/img/country/${code.toUpperCase()}.svg`} alt="" className="flag" loading="lazy" />
                      <span className="cut">{nameOf(code)}</span>
                      <small>{exchanges.join(' · ')}</small>
                    </button>
                  ))}
                </div>
              </section>
            )
          )
        })}
        {found.length === 0 && <p className="centred dialog-empty">{t('noCountry')}</p>}
      </div>
    </>
  )
}
