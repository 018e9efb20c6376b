import type { Locale } from '#src/contract/locale.ts'
import type { AssetClass } from '#src/contract/market.ts'
import { wordsOf } from '../../page/words.server.ts'
import { requestSamples } from '../../showcase/request-samples.ts'
import { prettyAnswer, type SampleRequest } from '../../showcase/samples.ts'
import { demoInstruments } from '../../showcase/showcase.ts'

type Figures = Record<'ld' | 'o' | 'p' | 'h' | 'l' | 't' | 'v' | 'tu' | 'ts' | 'ch' | 'chp', number>

const figures: Record<AssetClass, Figures> = {
  stock: {
    ...{ ld: 123, o: 123.66, p: 122.15, h: 124.18, l: 122.49, t: 1617307199000, v: 75089134, tu: 9254812000 },
    ...{ ts: 0, ch: 0.85, chp: 0.6959 },
  },
  forex: {
    ...{ ld: 1.17772, o: 1.17298, p: 1.17288, h: 1.17793, l: 1.17117, t: 1617307199000, v: 0, tu: 0 },
    ...{ ts: 0, ch: 0.00484, chp: 0.4127 },
  },
  indices: {
    ...{ ld: 4019.87, o: 3992.78, p: 3972.89, h: 4020.63, l: 3992.78, t: 1617307199000, v: 0, tu: 0 },
    ...{ ts: 0, ch: 46.98, chp: 1.1825 },
  },
  crypto: {
    ...{ ld: 58718.3, o: 58718.9, p: 58718.9, h: 59488, l: 57913, t: 1617307199000, v: 3124.52, tu: 183412094 },
    ...{ ts: 0, ch: -0.6, chp: -0.001 },
  },
  future: {
    ...{ ld: 4009.5, o: 3972.5, p: 3967.5, h: 4012.25, l: 3965.25, t: 1617307199000, v: 1204112, tu: 4810230000 },
    ...{ ts: 0, ch: 42, chp: 1.0586 },
  },
  fund: {
    ...{ ld: 400.61, o: 398.4, p: 396.33, h: 400.67, l: 398.18, t: 1617307199000, v: 99682918, tu: 39852000000 },
    ...{ ts: 0, ch: 4.28, chp: 1.0799 },
  },
}

/** The example on the page of a class: a request that the demo key may make, and the form of its answer. */
export function classExample(assetClass: AssetClass): { request: Omit<SampleRequest, 'apiUrl'>; answer: object } {
  const shown = demoInstruments.find((one) => one.class === assetClass)
  if (!shown) throw new Error(`the demo key opens no instrument of ${assetClass}`)
  const { region, code } = shown
  return {
    request: { path: `/${assetClass}/quote`, query: { region, code } },
    answer: { code: 0, msg: 'ok', data: { s: code, r: region, ...figures[assetClass] }, delay: 0 },
  }
}

const fences: Record<string, string> = { cURL: 'bash', JavaScript: 'js', Python: 'python', Go: 'go' }

export function exampleBlocks(locale: Locale, assetClass: AssetClass, apiUrl: string, answers: string): string {
  const { request, answer } = classExample(assetClass)
  const samples = requestSamples({ apiUrl, ...request }, wordsOf(locale, ['home']).home.demo.comment)
  const requests = samples.map(({ title, text }) => `\`\`\`${fences[title]} sample=example\n${text}\n\`\`\``)
  return [...requests, answers, `\`\`\`json\n${prettyAnswer(answer)}\n\`\`\``].join('\n\n')
}
