import type { ServerPart } from '../../parts/part.tsx'
import type { CodeSample, SentSample } from './code-card.tsx'

type Call = { textPart(id: string, text: string): ServerPart }

/** Makes each sample's text a static part, with an id that begins with `id`. */
export function sentSamples({ textPart }: Call, id: string, samples: readonly CodeSample[]): SentSample[] {
  return samples.map(({ text, ...sample }, position) => ({ ...sample, text: textPart(`${id}-${position}`, text) }))
}
