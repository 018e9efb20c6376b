import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { paymentProblems } from './billing/live-check.ts'
import { nearMisses, unknownInFile } from './config-names.ts'
import { Reader, roles } from './config-reader.ts'
import type { VariableName } from './config-variables.ts'
import {
  type Brand,
  type Config,
  type Secrets,
  type Settings,
  SettingsError,
  type SignInProvider,
} from './platform/settings.ts'

/** The environment and `.env`, understood or refused: one sentence for each thing that is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, envFile = readEnvFile('.env')): Config {
  const problems = [...unknownInFile(envFile), ...nearMisses(environment)]
  const reader = new Reader({ ...envFile, ...environment }, problems)
  const config = assemble(reader)
  problems.push(...clashes(config), ...(config.settings.mode === 'live' ? notReadyForLive(config) : []))
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return config
}

function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new SettingsError(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

function assemble(read: Reader): Config {
  const mode = read.oneOf('MODE', ['sandbox', 'live'])
  const port = read.port('PORT') ?? 3000
  const apiPort = read.port('API_PORT') ?? 3001
  const publicUrl = read.origin('PUBLIC_URL') ?? `http://localhost:${port}`
  const apiUrl = read.origin('API_URL') ?? `http://localhost:${apiPort}`
  const [databaseUrl, clickhouseUrl] = [
    read.url('DATABASE_URL', /^postgres(ql)?:$/),
    read.url('CLICKHOUSE_URL', /^https?:$/),
  ]
  const [redisUrl, smtpUrl] = [read.url('REDIS_URL', /^(redis|valkey)s?:$/), read.url('SMTP_URL', /^smtps?:$/)]
  const brand = readBrand(read)
  const from = read.words('MAIL_FROM') || `${mailName(brand.name)} <no-reply@${new URL(publicUrl).hostname}>`
  return {
    settings: {
      mode,
      roles: read.roles('ROLES'),
      dataDir: resolve(read.text('DATA_DIR')),
      logLevel: read.oneOf('LOG_LEVEL', ['info', 'debug', 'warn', 'error']),
      host: read.text('HOST') || null,
      site: { port, publicUrl },
      gateway: { port: apiPort, apiUrl, apiFreeUrl: read.origin('API_FREE_URL') ?? apiUrl },
      metricsPort: read.port('METRICS_PORT'),
      postgres: { kind: databaseUrl ? 'url' : 'embedded' },
      clickhouse: { kind: clickhouseUrl ? 'url' : 'embedded' },
      tape: { kind: redisUrl ? 'redis' : 'memory' },
      mail: { kind: smtpUrl ? 'smtp' : 'mailbox', from },
      exchange: readExchange(read),
      enumeration: read.oneOf('ENUMERATION', ['strict', 'friendly']),
      trustedProxies: read.networks('TRUSTED_PROXIES'),
      connectionsPerAddress: read.count('CONNECTIONS_PER_ADDRESS'),
      signInProviders: signInProviders(read),
      brand,
      pages: readPages(read),
      payments: paymentSettings(read),
    },
    secrets: {
      databaseUrl,
      clickhouseUrl,
      redisUrl,
      smtpUrl,
      keyring: read.text('KEYRING') || null,
      paymentRpc: paymentRpc(read),
    },
  }
}

function readExchange(read: Reader): Settings['exchange'] {
  const id = read.text('EXCHANGE').toLowerCase()
  const symbols = read
    .text('EXCHANGE_SYMBOLS')
    .toUpperCase()
    .split(',')
    .map((symbol) => symbol.trim())
    .filter(Boolean)
  const wrong = symbols.find((symbol) => !/^[A-Z0-9]{1,20}\/[A-Z0-9]{1,20}$/.test(symbol))
  if (wrong !== undefined || symbols.length === 0)
    read.problem(`EXCHANGE_SYMBOLS names "${wrong ?? ''}"; it must hold spot pairs such as BTC/USD.`)
  return id === '' ? null : { id, symbols: [...new Set(symbols)] }
}

function signInProviders(read: Reader): SignInProvider[] {
  const issuer = read.url('OIDC_ISSUER', /^https?:$/) ?? ''
  const clients = [
    read.client('oidc', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', {
      name: read.words('OIDC_NAME'),
      kind: 'oidc',
      issuer,
    }),
    read.client('google', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', {
      name: 'Google',
      kind: 'oidc',
      issuer: 'https://accounts.google.com',
    }),
    read.client('github', 'GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET', {
      name: 'GitHub',
      kind: 'github',
      issuer: 'https://github.com',
    }),
  ]
  const known = clients.filter((client) => client !== null)
  if ((issuer !== '') !== known.some(({ id }) => id === 'oidc'))
    read.problem('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together. Set all three, or none.')
  return known
}

function readBrand(read: Reader): Brand {
  const name = read.words('BRAND_NAME')
  const link = (variable: VariableName) => read.url(variable, /^https?:$/)
  return {
    name,
    supportEmail: read.email('SUPPORT_EMAIL'),
    defaultLocale: read.locale('DEFAULT_LOCALE'),
    legalEntity: read.words('LEGAL_ENTITY') || null,
    legalAddress: read.words('LEGAL_ADDRESS') || null,
    legalJurisdiction: read.words('LEGAL_JURISDICTION') || null,
    contacts: {
      telegram: link('TELEGRAM_URL'),
      whatsapp: link('WHATSAPP_URL'),
      whatsappQr: read.oneOf('WHATSAPP_QR', ['hidden', 'shown']) === 'shown',
      github: link('GITHUB_URL'),
      facebook: link('FACEBOOK_URL'),
      x: link('X_URL'),
    },
    docsUrl: link('DOCS_URL'),
    blogUrl: link('BLOG_URL'),
    claims: {
      users: read.words('CLAIM_USERS') || null,
      rows: read.words('CLAIM_ROWS') || null,
      raw: read.words('CLAIM_RAW_DATA') || null,
      messages: read.words('CLAIM_MESSAGES') || null,
    },
  }
}

function readPages(read: Reader): Settings['pages'] {
  const scriptUrl = read.url('ANALYTICS_URL', /^https?:$/)
  const consent = read.oneOf('ANALYTICS_CONSENT', ['required', 'given'])
  return {
    routeRules: read.routeRules('ROUTE_RULES'),
    analytics: { scriptUrl, tagId: read.text('ANALYTICS_TAG_ID') || null, consent },
  }
}

const paymentCodes = ['TRC20', 'ETC20'] as const

function paymentSettings(read: Reader): NonNullable<Settings['payments']> {
  const configured: NonNullable<Settings['payments']> = {}
  for (const code of paymentCodes) {
    const xpub = read.text(`${code}_XPUB`)
    if (xpub === '') continue
    configured[code] = {
      xpub,
      firstAddress: read.text(`${code}_FIRST_ADDRESS`),
      chainName: read.text(`${code}_CHAIN_NAME`) || null,
      chainId: read.count(`${code}_CHAIN_ID`),
      token: read.text(`${code}_TOKEN`) || null,
      confirmations: read.count(`${code}_CONFIRMATIONS`),
      explorer: read.text(`${code}_EXPLORER`) || null,
    }
  }
  return configured
}

function paymentRpc(read: Reader): NonNullable<Secrets['paymentRpc']> {
  const configured: NonNullable<Secrets['paymentRpc']> = {}
  for (const code of paymentCodes) {
    const urls = read
      .text(`${code}_RPC_URLS`)
      .split(',')
      .map((url) => url.trim())
    const second = read.text(`${code}_SECOND_URL`) || null
    configured[code] = { urls: urls.filter(Boolean), second, header: read.text(`${code}_RPC_HEADER`) || null }
  }
  return configured
}

function clashes({ settings }: Config): string[] {
  const problems: string[] = []
  const ports = [
    ['PORT', settings.site.port],
    ['API_PORT', settings.gateway.port],
    ['METRICS_PORT', settings.metricsPort],
  ] as const
  for (const [index, [name, port]] of ports.entries()) {
    const other = ports.slice(0, index).find(([, earlier]) => port !== null && port !== 0 && earlier === port)
    if (other) problems.push(`${name} and ${other[0]} are both ${port}. Give each its own port.`)
  }
  const embedded = [
    settings.postgres.kind === 'embedded' ? 'DATABASE_URL' : '',
    settings.clickhouse.kind === 'embedded' ? 'CLICKHOUSE_URL' : '',
    settings.tape.kind === 'memory' ? 'REDIS_URL' : '',
  ].filter(Boolean)
  if (settings.roles.length < roles.length && embedded.length > 0) {
    problems.push(
      `ROLES=${settings.roles.join(',')} asks for several processes, and embedded stores serve one. Set ${embedded.join(', ')}, or leave ROLES out.`,
    )
  }
  return problems
}

function notReadyForLive({ settings, secrets }: Config): string[] {
  const problems: string[] = []
  if (!secrets.keyring)
    problems.push('MODE=live needs KEYRING: run "npm run tapewire -- keyring" and keep what it prints.')
  const mails = settings.roles.includes('site') || settings.roles.includes('payments')
  if (mails && settings.mail.kind === 'mailbox')
    problems.push('MODE=live needs SMTP_URL: codes and receipts go by mail.')
  for (const [name, url] of [
    ['PUBLIC_URL', settings.site.publicUrl],
    ['API_URL', settings.gateway.apiUrl],
  ] as const) {
    if (new URL(url).hostname === 'localhost')
      problems.push(`MODE=live needs ${name}: the address that others reach, not localhost.`)
  }
  return [...problems, ...paymentProblems(settings, secrets)]
}

/** A name before an address: quoted where it holds what a mail's head reads as its own. */
function mailName(name: string): string {
  return /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name
}
