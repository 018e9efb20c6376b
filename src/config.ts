import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { paymentProblems } from '#src/billing/chains/live-check.ts'
import { nearMisses, unknownInFile } from './config-names.ts'
import { Reader, roles } from './config-reader.ts'
import type { VariableName } from './config-variables.ts'
import { parseMicro } from './contract/money.ts'
import {
  type AlertWebhook,
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
  const alertWebhook = readAlertWebhook(read)
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
      alerts: { email: alertEmail(read, mode), webhook: alertWebhook !== null },
      exchange: readExchange(read),
      enumeration: read.oneOf('ENUMERATION', ['strict', 'friendly']),
      trustedProxies: read.networks('TRUSTED_PROXIES'),
      connectionsPerAddress: read.count('CONNECTIONS_PER_ADDRESS'),
      signInProviders: signInProviders(read),
      brand,
      pages: readPages(read),
      payments: paymentSettings(read),
      dust: parseMicro(read.amount('DUST_USDT') ?? '0') ?? 0n,
    },
    secrets: {
      databaseUrl,
      clickhouseUrl,
      redisUrl,
      smtpUrl,
      keyring: read.text('KEYRING') || null,
      alertWebhook,
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
    legalTaxId: read.words('LEGAL_TAX_ID') || null,
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

/** The example's address is nobody's: a live installation must name one to have alerts by mail. */
function alertEmail(read: Reader, mode: Settings['mode']): string | null {
  if (read.text('ALERT_EMAIL') !== '') return read.email('ALERT_EMAIL')
  const support = read.text('SUPPORT_EMAIL')
  return mode === 'live' && support.endsWith('@example.com') ? null : support
}

function readAlertWebhook(read: Reader): AlertWebhook | null {
  const url = read.url('ALERT_WEBHOOK_URL', /^https?:$/)
  const secret = read.text('ALERT_WEBHOOK_SECRET')
  if ((url === null) !== (secret === ''))
    read.problem('ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET belong together. Set both, or none.')
  const key = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(secret)?.[1] ?? ''
  const bytes = Buffer.from(key, 'base64').length
  if (secret !== '' && (bytes < 24 || bytes > 64))
    read.problem('ALERT_WEBHOOK_SECRET must be "whsec_" and the base64 of 24 to 64 bytes.')
  return url === null ? null : { url, secret }
}

const tokenDecimalsMax = 36

function tokenDecimals(read: Reader, name: VariableName): number | null {
  const decimals = read.count(name)
  if (decimals !== null && decimals > tokenDecimalsMax) read.problem(`${name} is at most ${tokenDecimalsMax}.`)
  return decimals
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
      tokenSymbol: read.words(`${code}_TOKEN_SYMBOL`) || null,
      tokenDecimals: tokenDecimals(read, `${code}_TOKEN_DECIMALS`),
      confirmations: read.count(`${code}_CONFIRMATIONS`),
      explorer: read.text(`${code}_EXPLORER`) || null,
      secondFrom: read.amount(`${code}_SECOND_FROM`),
      minOrder: read.amount(`${code}_MIN_ORDER`),
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
    configured[code] = {
      urls: urls.filter(Boolean),
      header: read.header(`${code}_RPC_HEADER`),
      second: read.text(`${code}_SECOND_URL`) || null,
      secondHeader: read.header(`${code}_SECOND_HEADER`),
    }
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
