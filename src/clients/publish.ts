import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform, Tx } from '#src/platform/platform.ts'
import { clientPackagesOf, keepPackages, newestOf, numberOf } from './kept-packages.ts'
import { type ClientLanguage, clientLanguages } from './names.ts'
import { digestOf, pack } from './pack.ts'
import * as store from './package-store.ts'
import type { ClientSource } from './source.ts'

export const packagesChannel = 'client_packages'

export type ClientSources = Partial<Record<ClientLanguage, ClientSource>>

/** The client libraries as the build wrote them; none in a checkout without a build. */
export async function readSources(root: string): Promise<ClientSources> {
  const found = clientLanguages.map(async (language) => {
    const text = await readFile(join(root, 'build/clients', `${language}.json`), 'utf8').catch(() => null)
    return text === null ? [] : [[language, JSON.parse(text) as ClientSource] as const]
  })
  return Object.fromEntries((await Promise.all(found)).flat())
}

/**
 * Publishes each client that differs from its newest package, as its next version under the provider's names. Packages
 * that were published before stay as they are. Returns whether the list of this process changed.
 */
export async function publishClients(ctx: Platform, slug: string, sources: ClientSources): Promise<boolean> {
  await ctx.postgres.transaction(async (tx) => {
    let isChanged = false
    for (const language of clientLanguages) {
      const source = sources[language]
      if (source && (await publishClient(ctx, tx, slug, language, source))) isChanged = true
    }
    if (isChanged) await ctx.postgres.notify(tx, packagesChannel, {})
  })
  return readPackages(ctx, slug)
}

/** Caches the list of packages in this process. Returns whether the list changed. */
export async function readPackages(ctx: Platform, slug: string): Promise<boolean> {
  const packages = await store.publishedPackages(ctx.postgres.db)
  const known = clientPackagesOf(ctx)
  // Packages are never removed, so equal lengths mean equal lists.
  if (known.slug === slug && known.packages.length === packages.length) return false
  keepPackages(ctx, { slug, packages })
  return true
}

async function publishClient(
  ctx: Platform,
  tx: Tx,
  slug: string,
  language: ClientLanguage,
  source: ClientSource,
): Promise<boolean> {
  const newest = newestOf(await store.publishedPackages(tx), language, slug)
  const digest = digestOf(source)
  if (newest?.digest === digest) return false
  const version = `${source.version}.${newest ? numberOf(newest) + 1 : 0}`
  const { name: file, bytes } = pack(language, source, slug, version)
  return store.insertPackage(tx, { file, language, slug, version, digest }, bytes, ctx.clock.now())
}
