import recordedAnswers from '#src/contract/data/examples.json' with { type: 'json' }
import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { allWords } from '#src/locales/all-words.ts'
import { requestSamples } from '../../showcase/request-samples.server.ts'
import { prettyAnswer, type SampleRequest } from '../../showcase/samples.ts'
import { demoInstruments } from '../../showcase/showcase.ts'

/** The example on the page of a class: a request that the demo key may send, and the sandbox's response. */
export function classExample(assetClass: AssetClass): { request: Omit<SampleRequest, 'apiUrl'>; answer: object } {
  const shown = demoInstruments.find((one) => one.class === assetClass)
  if (!shown) throw new Error(`the demo key opens no instrument of ${assetClass}`)
  const { region, code } = shown
  const request = { path: `/${assetClass}/quote`, query: { region, code } }
  const recorded = recordedAnswers.quote.find(
    (one) => one.request === `${request.path}?${new URLSearchParams(request.query)}`,
  )
  if (!recorded) throw new Error(`no answer is recorded for the quote of ${assetClass}`)
  // Only a sandbox sends `source`.
  const { source: _, ...answer } = recorded.answer
  return { request, answer }
}

const fences: Record<string, string> = { cURL: 'bash', JavaScript: 'js', Python: 'python', Go: 'go' }

export function exampleBlocks(locale: Locale, assetClass: AssetClass, apiUrl: string, answers: string): string {
  const { request, answer } = classExample(assetClass)
  const samples = requestSamples({ apiUrl, ...request }, allWords[locale].home.demo)
  const requests = samples.map(({ title, text }) => `\`\`\`${fences[title]} sample=example\n${text}\n\`\`\``)
  return [...requests, answers, `\`\`\`json\n${prettyAnswer(answer)}\n\`\`\``].join('\n\n')
}
