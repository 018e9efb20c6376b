import type { Locale } from '#src/contract/locale.ts'
import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { answerWords } from '#src/locales/answer-words.ts'
import { docsWords } from '../tables/docs-words.server.ts'
import { markdownTable } from '../tables/markdown-table.ts'
import { answerFields, parametersOf } from './call-facts.server.ts'
import { exampleBlocks } from './class-example.server.ts'
import { referenceWords } from './reference-words.server.ts'
import { accountCalls, classCalls, marketCalls, type RestCall, symbolCalls } from './rest-calls.server.ts'
import { sampleApi } from './sample-address.ts'

/** The calls of a group as Markdown, for the Markdown version of a page, the search and language models. */
export function restReference(locale: Locale, group: string): string | null {
  const calls = callsOf(group)
  if (!calls) return null
  const sections = calls.map((call) => section(locale, call))
  return (isAssetClass(group) ? [example(locale, group), ...sections] : sections).join('\n\n')
}

export function callsOf(group: string): readonly RestCall[] | null {
  if (group === 'symbol') return symbolCalls
  if (group === 'market') return marketCalls
  if (group === 'account') return accountCalls
  return isAssetClass(group) ? classCalls(group) : null
}

/** The anchor of a call on its page: `/stock/kline` → `kline`, `/calendar/ipos` → `ipos`, `/coverage` → `coverage`. */
export function anchorOf(path: string): string {
  return path.split('/').slice(2).join('-') || path.slice(1)
}

function example(locale: Locale, assetClass: AssetClass): string {
  const { title, answer } = referenceWords(locale).example
  return [`## ${title} {#example}`, exampleBlocks(locale, assetClass, sampleApi, answer)].join('\n\n')
}

function isAssetClass(text: string): text is AssetClass {
  return assetClasses.some((name) => name === text)
}

function section(locale: Locale, { name: call, path }: RestCall): string {
  const t = docsWords(locale)
  const say = referenceWords(locale)
  const parameters = parametersOf(call).map(({ name, isRequired, meaning, takes }) => [
    takes.kind === 'others' ? name : `\`${name}\``,
    t(isRequired ? 'table.yes' : 'table.no'),
    say.params[meaning],
  ])
  const meanings: Record<string, string> = say.fields[answerWords[call]]
  const fields = answerFields(call).map(({ name }) => [name === 'others' ? '…' : `\`${name}\``, meanings[name] ?? ''])
  return [
    `## GET ${path} {#${anchorOf(path)}}`,
    say.calls[call],
    ...(parameters.length > 0
      ? [markdownTable([t('table.parameter'), t('table.required'), t('table.meaning')], parameters)]
      : []),
    markdownTable([t('table.field'), t('table.meaning')], fields),
  ].join('\n\n')
}
