import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { OwnText } from './own-text.ts'

/** The operator's texts that the site uses, by `<locale>/<kind>/<slug>`. */
export type OwnTexts = ReadonlyMap<string, OwnText>

const kept = new KeptValue<OwnTexts>('own texts')
const none: OwnTexts = new Map()

export function ownTextsOf(ctx: Pick<Platform, 'kept'>): OwnTexts {
  return kept.of(ctx) ?? none
}

export function keepOwnTexts(ctx: Pick<Platform, 'kept'>, texts: OwnTexts): void {
  kept.set(ctx, texts)
}
