import { clientPackagesOf } from '#src/clients/kept-packages.ts'
import { withPackageNames } from '#src/clients/names.ts'
import { changelogText } from '#src/content/follow-changelog.ts'
import { countriesWithHolidaysSince } from '#src/market/calendar/special-days.ts'
import { catalogueOf } from '#src/plans/catalogue.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import type { Platform } from '#src/platform/platform.ts'
import type { Settings } from '#src/platform/settings.ts'
import { periods } from '#src/privacy/periods.ts'
import { benchTable } from '../benches/bench-table.server.ts'
import { asMarkdown } from '../reference/as-markdown.ts'
import { clientText } from '../reference/client-text.server.ts'
import { legalFacts } from '../reference/legal-facts.server.ts'
import { networkNames } from '../reference/network-names.server.ts'
import { restReference } from '../reference/rest-reference.server.ts'
import { sampleApi, sampleStream } from '../reference/sample-address.ts'
import { scaleFigure } from '../scale/scale-figures.server.ts'
import { errorsTable } from '../tables/errors-table.server.ts'
import { formulasTable, indicatorsTable } from '../tables/indicators-table.server.ts'
import { plansTable } from '../tables/plans-table.server.ts'
import { browserStorageTable, cookiesTable, personalDataTable } from '../tables/privacy-tables.server.ts'
import { settingsReference } from '../tables/settings-reference.server.ts'
import { type Document, samplesNamed } from './library.server.ts'

const fences: Record<string, string> = { sh: 'bash', mjs: 'js', py: 'python', go: 'go' }

export type DocumentFacts = Pick<Platform, 'settings' | 'kept'>

/** Replaces the directives of a document (`{{brand}}`, `{{sample bars}}`, `{{errors}}`, …) by plain Markdown. */
export function expand(document: Document, ctx: DocumentFacts): string {
  const body = withPackageNames(document.body, clientPackagesOf(ctx).slug)
  const filled = body.replace(/\{\{([a-zA-Z]+)(?: ([\w-]+))?\}\}/g, (directive, name: string, argument) => {
    const text = filling(name, argument ?? '', document, ctx)
    if (text === null) throw new Error(`${document.locale}/${document.slug}: nothing fills ${directive}`)
    return text
  })
  return pointSamples(filled, ctx.settings)
}

function filling(name: string, argument: string, { locale }: Document, ctx: DocumentFacts): string | null {
  const { settings } = ctx
  switch (name) {
    case 'brand':
      return asMarkdown(brandOf(ctx).name)
    case 'apiUrl':
      return settings.apiFreeUrl
    case 'streamUrl':
      return settings.apiFreeUrl.replace(/^http/, 'ws')
    case 'streamHost':
      return new URL(settings.apiFreeUrl).host
    case 'siteUrl':
      return settings.publicUrl
    case 'securityEmail':
      return brandOf(ctx).securityEmail
    case 'supportEmail':
      return brandOf(ctx).supportEmail
    case 'operator':
    case 'address':
    case 'jurisdiction':
      return legalFacts(locale, ctx)[name]
    case 'networks':
      return asMarkdown(networkNames(locale, ctx))
    case 'sample':
      return ofProvider(sampleFences(argument), ctx)
    case 'errors':
      return errorsTable(locale)
    case 'plans':
      return plansTable(catalogueOf(ctx), locale)
    case 'routes':
      return ofProvider(restReference(locale, argument), ctx)
    case 'indicators':
      return indicatorsTable(locale)
    case 'formulas':
      return argument === 'price' || argument === 'own' ? formulasTable(locale, argument) : null
    case 'settings':
      return settingsReference(locale, settings.groups())
    case 'personalData':
      return personalDataTable(locale)
    case 'cookies':
      return cookiesTable(locale)
    case 'browserStorage':
      return browserStorageTable(locale)
    case 'changelog':
      return changelogText(ctx, locale)
    case 'calendarCountries':
      return String(countriesWithHolidaysSince(2000))
    case 'bench':
      return benchTable(argument, locale)
    case 'scale':
      return scaleFigure(argument, locale)
    case 'client':
      return clientText(ctx, locale, argument)
    case 'poweredBy':
      return legalFacts(locale, ctx)[name]
    case 'clickMonths':
      return String(periods.clickMonths)
    default:
      return null
  }
}

/** Samples with the package names of this provider. */
function ofProvider(samples: string | null, ctx: DocumentFacts): string | null {
  return samples && withPackageNames(samples, clientPackagesOf(ctx).slug)
}

function sampleFences(name: string): string | null {
  const samples = samplesNamed(name)
  if (samples.length === 0) return null
  return samples
    .map(({ extension, text }) => `\`\`\`${fences[extension] ?? extension} sample=${name}\n${text}\n\`\`\``)
    .join('\n\n')
}

function pointSamples(markdown: string, { apiFreeUrl }: Settings): string {
  return markdown.replaceAll(sampleStream, apiFreeUrl.replace(/^http/, 'ws')).replaceAll(sampleApi, apiFreeUrl)
}
