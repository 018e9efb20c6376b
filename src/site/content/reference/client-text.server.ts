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
 * Facts about the packages of the client libraries. `install`: the lines that install the newest ones; `versions`: all
 * packages; `go-module`, `go-folder`, `go-version`: parts of the commands for Go; `mcp`: the line for the relay.
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
      return `npm install -g ${addressOf(ctx, 'mcp')}`
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
  const go = addressOf(ctx, 'go')
  const rows = [
    [languages.typescript, t('client.node'), `\`npm install ${addressOf(ctx, 'typescript')}\``],
    [languages.python, t('client.since', { version: '3.10' }), `\`pip install ${addressOf(ctx, 'python')}\``],
    [
      languages.go,
      t('client.since', { version: '1.23' }),
      `\`curl -O ${go} && tar -xzf ${go.slice(go.lastIndexOf('/') + 1)}\``,
    ],
  ]
  return markdownTable([t('client.language'), t('client.needs'), t('client.install')], rows)
}

function versionsTable(ctx: Facts, locale: Locale, packages: ClientPackages['packages']): string {
  const t = docsWords(locale)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const rows = packages.map(({ language, version, file, publishedAt }) => [
    languages[language],
    `[${version}](${ctx.settings.publicUrl}/clients/${file})`,
    day.format(publishedAt),
  ])
  return rows.length === 0
    ? t('client.none')
    : markdownTable([t('client.language'), t('client.version'), t('client.published')], rows)
}

function addressOf(ctx: Facts, language: ClientLanguage): string {
  const { slug } = clientPackagesOf(ctx)
  const names = packageNames(slug)
  const files: Record<ClientLanguage, string> = {
    typescript: `${slug}-client-${initial}.tgz`,
    mcp: `${slug}-mcp-${initial}.tgz`,
    python: `${names.pythonModule}-${initial}-py3-none-any.whl`,
    go: `${names.goFolder}-${initial}.tgz`,
  }
  return `${ctx.settings.publicUrl}/clients/${newestPackage(ctx, language)?.file ?? files[language]}`
}
