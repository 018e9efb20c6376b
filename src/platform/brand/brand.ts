import { createHash } from 'node:crypto'
import { type AccentColours, accentColours, defaultAccent } from '#src/contract/brand/accent.ts'
import type { BrandDocument } from '#src/contract/brand/brand.ts'
import { KeptValue } from '../kept.ts'
import type { Platform } from '../platform.ts'
import type { Settings } from '../settings.ts'
import { pictureSize } from './picture.ts'
import { brandSettings, contactSettings } from './settings.ts'

/** The brand that customers see. `edition`: its number in the console; 0: the brand of the settings. */
export type Brand = BrandDocument & {
  edition: number
  /** A fingerprint of the whole brand, for addresses and caches of things that are made from it. */
  version: string
  /** Width of the wordmark divided by its height; null without a wordmark. */
  wordmarkRatio: number | null
  colours: AccentColours
}

export type BrandHolder = Pick<Platform, 'settings' | 'kept'>

type Held = { brand: Brand | null; listeners: Set<() => void> }

const kept = new KeptValue<Held>('brand')

/** The published brand of the console, or else the brand of the settings. */
export function brandOf(ctx: BrandHolder): Brand {
  return kept.of(ctx)?.brand ?? makeBrand(documentOf(ctx.settings), 0)
}

export function setBrand(ctx: BrandHolder, brand: Brand): void {
  const held = heldBy(ctx)
  const isNew = held.brand?.version !== brand.version
  held.brand = brand
  if (isNew) for (const listener of held.listeners) listener()
}

/** The same platform with another brand, for a preview. */
export function withBrand<C extends BrandHolder>(ctx: C, brand: Brand): C {
  const held: Held = { brand, listeners: new Set() }
  return { ...ctx, kept: new Map([...ctx.kept, ['brand', held]]) }
}

export function onNewBrand(ctx: BrandHolder, listener: () => void): Disposable {
  const { listeners } = heldBy(ctx)
  listeners.add(listener)
  return { [Symbol.dispose]: () => void listeners.delete(listener) }
}

function heldBy(ctx: BrandHolder): Held {
  const held = kept.of(ctx) ?? { brand: null, listeners: new Set() }
  kept.set(ctx, held)
  return held
}

/** `document` has been checked, so its accent can be used. */
export function makeBrand(document: BrandDocument, edition: number): Brand {
  const version = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 12)
  const colours = accentColours(document.accent ?? defaultAccent)
  if (typeof colours === 'string') throw new Error(`the accent ${document.accent} cannot be used: ${colours}`)
  const size = document.wordmark && pictureSize(document.wordmark)
  return { ...document, edition, version, colours, wordmarkRatio: size ? size.width / size.height : null }
}

/** The brand of the settings, without the pictures of `BRAND_DIR`. */
export function documentOf(settings: Settings): BrandDocument {
  const { brandName: name, brandShortName: shortName, brandSlug: slug, ...brand } = settings.of(brandSettings)
  const { whatsappQr, ...contacts } = settings.of(contactSettings)
  const { legalEntity: legalName, legalAddress, supportEmail, brandAccent: accent } = brand
  return {
    ...{ name, shortName, slug, legalName, legalAddress, supportEmail, accent },
    ...contacts,
    whatsappQr: whatsappQr === 'shown',
    ...{ wordmark: null, wordmarkDark: null, icon: null, iconDark: null },
    poweredBy: brand.poweredBy === 'shown',
  }
}
