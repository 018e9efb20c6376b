import recordedAnswers from '#src/contract/data/examples.json' with { type: 'json' }
import type { Locale } from '#src/contract/locale.ts'
import { answerWords } from '#src/locales/answer-words.ts'
import { errorMessage } from '#src/locales/error-message.ts'
import { prettyAnswer } from '../../showcase/samples.ts'
import { renderInline } from '../library/blocks.server.ts'
import { plainText } from '../library/plain-text.ts'
import { answerFields, type ParameterType, parametersOf, refusalsOf } from '../reference/call-facts.server.ts'
import { referenceWords } from '../reference/reference-words.server.ts'
import type { RestCall } from '../reference/rest-calls.server.ts'
import { anchorOf, callsOf } from '../reference/rest-reference.server.ts'

/** A call as its page shows it. The texts are HTML; `query` is the query of the first example. */
export type CallReference = {
  id: string
  path: string
  lead: string
  /** The beginning of `lead`, up to the end of its first clause, without markup. */
  brief: string
  parameters: { name: string; isRequired: boolean; takes: ParameterType; meaning: string }[]
  fields: { name: string; type: string; meaning: string }[]
  refusals: { error: string; status: number; message: string }[]
  query: Record<string, string>
  /** The sandbox's response to the example. */
  answer: string
}

export function callReferences(locale: Locale, group: string): CallReference[] | null {
  return callsOf(group)?.map((call) => callReference(locale, call)) ?? null
}

function callReference(locale: Locale, { name, path }: RestCall): CallReference {
  const say = referenceWords(locale)
  const meanings: Record<string, string> = say.fields[answerWords[name]]
  const inline = (markdown: string) => renderInline(markdown, locale)
  return {
    id: anchorOf(path),
    path,
    lead: inline(say.calls[name]),
    brief: firstSentence(plainText(say.calls[name])),
    parameters: parametersOf(name).map(({ meaning, ...facts }) => ({ ...facts, meaning: inline(say.params[meaning]) })),
    fields: answerFields(name).map((field) => ({ ...field, meaning: inline(meanings[field.name] ?? '') })),
    refusals: refusalsOf(name).map((refusal) => ({ ...refusal, message: errorMessage(locale, refusal.error) })),
    ...exampleOf({ name, path }),
  }
}

/** The text up to the first mark that ends a clause. */
function firstSentence(text: string): string {
  const end = text.search(/[.。](?:\s|$)|[;:；：。]/)
  return end < 0 ? text : text.slice(0, end)
}

export function exampleOf({ name, path }: RestCall): Pick<CallReference, 'query' | 'answer'> {
  const recorded = recordedAnswers[name].find(({ request }) => request.split('?')[0] === path)
  if (!recorded) throw new Error(`no answer is recorded for ${path}: npm run examples`)
  const [, parameters = ''] = recorded.request.split('?')
  return {
    query: Object.fromEntries(new URLSearchParams(parameters)),
    answer: prettyAnswer(withoutSource(recorded.answer)),
  }
}

/** Removes `source`, which only a sandbox sends. */
function withoutSource(answer: object): object {
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== 'source'))
}
