import { type ClientPackages, clientPackagesOf, newestPackage } from '#src/clients/kept-packages.ts'
import { type ClientLanguage, packageNames } from '#src/clients/names.ts'
import type { Locale } from '#src/contract/locale.ts'
import type { Platform } from '#src/platform/platform.ts'
import { docsWords } from '../tables/docs-words.server.ts'
import { markdownTable } from '../tables/markdown-table.ts'

type Facts = Pick<Platform, 'settings' | 'kept'>

const languages: Record<ClientLanguage, string> = {
  typescript: 'TypeScript, JavaScript',
  python: 'Python',
  go: 'Go',
  mcp: 'MCP',
}

const initial = '0.1.0'

/**
 * Facts about the packages of the client libraries. `install`: the lines that install the newest packages; `versions`:
 * all packages; `name`: the provider's part of the package names; `go-module`, `go-folder`, `go-version`: parts of the
 * commands for Go; `mcp`: the line that installs the relay.
 */
export function clientText(ctx: Facts, locale: Locale, what: string): string | null {
  const { slug, packages } = clientPackagesOf(ctx)
  const names = packageNames(slug)
  switch (what) {
    case 'install':
      return installTable(ctx, locale)
    case 'versions':
      return versionsTable(ctx, locale, packages)
    case 'mcp':
      return installLine('mcp', newestAddress(ctx, 'mcp'))
    case 'name':
      return slug
    case 'go-module':
      return names.go
    case 'go-folder':
      return names.goFolder
    case 'go-version':
      return newestPackage(ctx, 'go')?.version ?? initial
    default:
      return null
  }
}

function installTable(ctx: Facts, locale: Locale): string {
  const t = docsWords(locale)
  const newest = (language: ClientLanguage) => `\`${installLine(language, newestAddress(ctx, language))}\``
  const rows = [
    [languages.typescript, t('client.node'), newest('typescript')],
    [languages.python, t('client.since', { version: '3.10' }), newest('python')],
    [languages.go, t('client.since', { version: '1.23' }), newest('go')],
  ]
  return markdownTable([t('client.language'), t('client.needs'), t('client.install')], rows)
}

function versionsTable(ctx: Facts, locale: Locale, packages: ClientPackages['packages']): string {
  const t = docsWords(locale)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const rows = packages.map(({ language, version, file, publishedAt }) => [
    languages[language],
    `[${version}](${addressOf(ctx, file)})`,
    day.format(publishedAt),
    `\`${installLine(language, addressOf(ctx, file))}\``,
  ])
  return rows.length === 0
    ? t('client.none')
    : markdownTable([t('client.language'), t('client.version'), t('client.published'), t('client.install')], rows)
}

function installLine(language: ClientLanguage, address: string): string {
  switch (language) {
    case 'typescript':
      return `npm install ${address}`
    case 'mcp':
      return `npm install -g ${address}`
    case 'python':
      return `pip install ${address}`
    case 'go':
      return `curl -O ${address} && tar -xzf ${address.slice(address.lastIndexOf('/') + 1)}`
  }
}

function newestAddress(ctx: Facts, language: ClientLanguage): string {
  const { slug } = clientPackagesOf(ctx)
  const names = packageNames(slug)
  const files: Record<ClientLanguage, string> = {
    typescript: `${slug}-client-${initial}.tgz`,
    mcp: `${slug}-mcp-${initial}.tgz`,
    python: `${names.pythonModule}-${initial}-py3-none-any.whl`,
    go: `${names.goFolder}-${initial}.tgz`,
  }
  return addressOf(ctx, newestPackage(ctx, language)?.file ?? files[language])
}

function addressOf({ settings }: Facts, file: string): string {
  return `${settings.publicUrl}/clients/${file}`
}
