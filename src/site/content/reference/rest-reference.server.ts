import { z } from 'zod'
import { dataRoutes } from '#src/contract/data/data.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import type { Words } from '#src/contract/words.ts'
import enUS from '#src/locales/en-US/reference.ts'
import zhCN from '#src/locales/zh-CN/reference.ts'
import zhHK from '#src/locales/zh-HK/reference.ts'
import { docsWords } from '../tables/docs-words.server.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import { exampleBlocks } from './class-example.server.ts'
import {
  accountCalls,
  answerWords,
  classCalls,
  type DocumentedName,
  marketCalls,
  type RestCall,
  symbolCalls,
} from './rest-calls.server.ts'
import { sampleApi } from './sample-address.ts'

const words: Record<Locale, Words<typeof enUS>> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-HK': zhHK }

export function restReference(locale: Locale, group: string): string | null {
  const calls = callsOf(group)
  if (!calls) return null
  const sections = calls.map((call) => section(locale, call))
  return (isAssetClass(group) ? [example(locale, group), ...sections] : sections).join('\n\n')
}

function example(locale: Locale, assetClass: AssetClass): string {
  const { title, answer } = words[locale].example
  return [`## ${title} {#example}`, exampleBlocks(locale, assetClass, sampleApi, answer)].join('\n\n')
}

function callsOf(group: string): readonly RestCall[] | null {
  if (group === 'symbol') return symbolCalls
  if (group === 'market') return marketCalls
  if (group === 'account') return accountCalls
  return isAssetClass(group) ? classCalls(group) : null
}

function isAssetClass(text: string): text is AssetClass {
  return assetClasses.some((name) => name === text)
}

type Param = keyof (typeof words)['en-US']['params']

const ofCalendar = { from: 'fromDay', to: 'toDay', region: 'countryOf' } as const

/** Parameters whose meaning differs from call to call have a key of their own in the words. */
const meanings: { [N in DocumentedName]?: Record<string, Param> } = {
  symbols: { limit: 'listLimit' },
  holidays: { code: 'market' },
  marketStatus: { market: 'place', exchange: 'exchangeOrMic' },
  coverage: { region: 'countryOf' },
  snapshot: { region: 'countryOf', size: 'snapshotSize' },
  movers: { by: 'ranking', region: 'countryOf', limit: 'moversLimit' },
  convert: { from: 'fromCurrency', to: 'toCurrency', amount: 'amount', at: 'priceTime' },
  splitCalendar: ofCalendar,
  dividendCalendar: ofCalendar,
  ipoCalendar: ofCalendar,
  earningsCalendar: ofCalendar,
  fundamentals: { period: 'statement' },
  ipos: { type: 'listing' },
}

/** The parameters of a call in the contract; `interval` and `et` are described with `kType` and `to`. */
function parametersOf(call: DocumentedName): { name: string; meaning: Param; isRequired: boolean }[] {
  const fields = Object.entries<z.ZodType>(dataRoutes[call].query.shape)
  const named = fields.flatMap(([name, schema]) => {
    const meaning = meanings[call]?.[name] ?? (isParam(name) ? name : null)
    return meaning === null ? [] : [{ name: `\`${name}\``, meaning, isRequired: !schema.safeParse(undefined).success }]
  })
  const settings = { name: '…', meaning: 'settings', isRequired: false } as const
  const all = call === 'indicator' ? [...named, settings] : named
  return all.sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

/** The fields of one row of an answer, in the order of the wire. `others`: fields that are named by what was asked for. */
export function answerFields(call: DocumentedName): string[] {
  const row = rowOf(dataRoutes[call].data)
  const others = row.def.catchall && !(row.def.catchall instanceof z.ZodNever) ? ['others'] : []
  return [...Object.keys(row.shape), ...others]
}

/** A row may be in a list, under a code, in a page, or absent. */
function rowOf(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodNullable) return rowOf(schema.unwrap())
  if (schema instanceof z.ZodArray) return rowOf(schema.element)
  if (schema instanceof z.ZodRecord) return rowOf(schema.valueType)
  if (!(schema instanceof z.ZodObject)) throw new Error('an answer of the data API has rows of named fields')
  return 'content' in schema.shape ? rowOf(schema.shape.content) : schema
}

function section(locale: Locale, { name: call, path }: RestCall): string {
  const t = docsWords(locale)
  const say = words[locale]
  const id = path.split('/').slice(2).join('-') || path.slice(1)
  const parameters = parametersOf(call).map(({ name, meaning, isRequired }) => [
    name,
    t(isRequired ? 'table.yes' : 'table.no'),
    say.params[meaning],
  ])
  const meanings: Record<string, string> = say.fields[answerWords[call]]
  const fields = answerFields(call).map((name) => [name === 'others' ? '…' : `\`${name}\``, meanings[name] ?? ''])
  return [
    `## GET ${path} {#${id}}`,
    say.calls[call],
    ...(parameters.length > 0
      ? [markdownTable([t('table.parameter'), t('table.required'), t('table.meaning')], parameters)]
      : []),
    markdownTable([t('table.field'), t('table.meaning')], fields),
  ].join('\n\n')
}

function isParam(name: string): name is Param {
  return name in words['en-US'].params
}
