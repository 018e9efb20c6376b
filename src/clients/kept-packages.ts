import { KeptValue } from '#src/platform/kept.ts'
import type { Platform } from '#src/platform/platform.ts'
import { type ClientLanguage, neutralSlug } from './names.ts'
import type { PublishedPackage } from './package-store.ts'

/** `slug`: the provider's part in the names of new packages. */
export type ClientPackages = { slug: string; packages: readonly PublishedPackage[] }

const kept = new KeptValue<ClientPackages>('client packages')
const none: ClientPackages = { slug: neutralSlug, packages: [] }

type Holder = Pick<Platform, 'kept'>

export function clientPackagesOf(ctx: Holder): ClientPackages {
  return kept.of(ctx) ?? none
}

export function keepPackages(ctx: Holder, packages: ClientPackages): void {
  kept.set(ctx, packages)
}

/**
 * The package for a language that customers install now: the newest under the provider's present name; null if there is
 * none.
 */
export function newestPackage(ctx: Holder, language: ClientLanguage): PublishedPackage | null {
  const { slug, packages } = clientPackagesOf(ctx)
  return newestOf(packages, language, slug)
}

/** The package of the highest version for a language and a slug. */
export function newestOf(
  packages: readonly PublishedPackage[],
  language: ClientLanguage,
  slug: string,
): PublishedPackage | null {
  const own = packages.filter((one) => one.language === language && one.slug === slug)
  return own.toSorted((a, b) => numberOf(b) - numberOf(a))[0] ?? null
}

/** The last number of a version, which each publication raises. */
export function numberOf({ version }: Pick<PublishedPackage, 'version'>): number {
  return Number(version.split('.').at(-1))
}
