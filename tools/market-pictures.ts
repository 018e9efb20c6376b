import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'
import { stockCountries } from '../src/contract/countries.ts'

/** Countries of the plan markets that the stock search does not list. */
const furtherCountries = ['au', 'nz', 'sa', 'br', 'ru', 'eu']

/** Exchanges of futures, funds, currencies and coins; those of stocks come with their countries. */
const furtherExchanges = [
  'FX',
  'CCC',
  'BINANCE',
  'CME',
  'CBOT',
  'NYMEX',
  'COMEX',
  'HKFE',
  'SHFE',
  'NYSEARCA',
  'AMEX',
  'CBOE',
]

const sheets: Record<string, string> = {
  stock: '<path d="M9 23V13M16 23V9M23 23v-7" stroke-width="3"/>',
  indices: '<path d="m7 21 6-6 4 3 8-9" /><path d="M7 25h18" />',
  forex: '<path d="M8 13h15l-4-4M24 19H9l4 4" />',
  crypto: '<path d="m16 7 8 4.5v9L16 25l-8-4.5v-9z" /><circle cx="16" cy="16" r="2.5" />',
  future: '<circle cx="16" cy="16" r="9" /><path d="M16 11v5l4 3" />',
  fund: '<circle cx="16" cy="16" r="9" /><path d="M16 7v9h9M16 16l-6 6" />',
}

function sheet(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#14161a"/><g fill="none" stroke="#ffb31a" stroke-width="2">${inside}</g></svg>`
}

/** An exchange's initials on a coin of its own colour: real marks belong to their owners and are not ours to ship. */
function initials(exchange: string): string {
  const letters = exchange.replace('EURONEXT', 'E').slice(0, 2)
  const hue = [...exchange].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="hsl(${hue} 38% 34%)"/><text x="16" y="21.5" text-anchor="middle" font-family="ui-monospace,Menlo,monospace" font-size="14" font-weight="700" fill="#fff">${letters}</text></svg>`
}

/** Puts flags (`/img/country/US.svg`), class sheets and exchange initials (`/images/symbol/…`) into the browser build. */
export function marketPictures(): Plugin {
  return {
    name: 'market-pictures',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle() {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source })
      for (const code of [...stockCountries.map((country) => country.code), ...furtherCountries]) {
        const flag = new URL(`../node_modules/flag-icons/flags/4x3/${code}.svg`, import.meta.url)
        emit(`img/country/${code.toUpperCase()}.svg`, await readFile(flag, 'utf8'))
      }
      for (const [name, inside] of Object.entries(sheets)) emit(`images/symbol/${name}.svg`, sheet(inside))
      const exchanges = new Set([...stockCountries.flatMap((country) => country.exchanges), ...furtherExchanges])
      for (const exchange of exchanges) emit(`images/symbol/exchange/${exchange}.svg`, initials(exchange))
    },
  }
}
