import type { ServerPart } from '../../parts/part.tsx'
import type { CodeSample, SentSample } from './code-card.tsx'

/** Samples whose texts are parts with ids that begin with `id`. */
type Call = { textPart(id: string, text: string): ServerPart }

export function sentSamples({ textPart }: Call, id: string, samples: readonly CodeSample[]): SentSample[] {
  return samples.map(({ text, ...sample }, position) => ({ ...sample, text: textPart(`${id}-${position}`, text) }))
}
