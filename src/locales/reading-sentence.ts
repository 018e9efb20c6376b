import { createTranslator } from 'use-intl/core'
import type { Reading } from '#src/contract/data/reading.ts'
import type { Locale } from '#src/contract/locale.ts'
import chartZones from './en-US/chart-zones.ts'
import enUS from './en-US/readings.ts'
import { loadWords } from './load-words.ts'

const words = await loadWords('readings', enUS)
const cities = await loadWords('chart-zones', chartZones)

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }
const markNames = { '': '', ',': 'comma', '.': 'point', ' ': 'blank', "'": 'apostrophe' }

/** One sentence that says how a file is read: "Separated by ;, decimal comma, times in milliseconds." */
export function readingSentence(locale: Locale, reading: Reading): string {
  const say = createTranslator({ locale, messages: words[locale], timeZone: 'UTC', onError: throwError })
  const { separator, encoding, times, dates, zone, volumePower } = reading
  const city = cityOf(locale, zone)
  const parts = [
    separator !== null && say('separator', { separator: separatorNames[separator] }),
    encoding !== 'utf-8' && say('encoding', { encoding: encoding.toUpperCase() }),
    reading.decimal === ',' && say('comma'),
    reading.groups !== '' && say('groups', { mark: markNames[reading.groups] }),
    !(reading.isLocalDays && times === 'text') && say('times', { unit: times, zone: city }),
    dates !== 'ymd' && say('dates', { order: dates }),
    reading.isLocalDays && say('days', { zone: city }),
    !reading.isNamed && say('unnamed'),
    !reading.hasVolume && say('noVolume'),
    volumePower !== 0 && (reading.turnoverPower === 3 ? say('lots') : say('scaled', { power: volumePower })),
    reading.pricePower !== 0 && say('billionths'),
  ].filter((part) => part !== false)
  const text = `${parts.join(words[locale].joint)}${words[locale].end}`
  return `${text.slice(0, 1).toLocaleUpperCase(locale)}${text.slice(1)}`
}

function cityOf(locale: Locale, zone: string): string {
  const name = zone.split('/').at(-1) ?? zone
  const known: Readonly<Record<string, string>> = cities[locale]
  return known[name] ?? name.replaceAll('_', ' ')
}

function throwError(error: Error): never {
  throw error
}
