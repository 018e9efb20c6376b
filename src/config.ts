import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { paymentProblems } from './billing/live-check.ts'
import { type VariableName, variables } from './config-variables.ts'
import { isLocale } from './contract/locale.ts'
import {
  type Brand,
  type Config,
  type Role,
  type RouteRule,
  type Secrets,
  type Settings,
  SettingsError,
  type SignInProvider,
} from './platform/settings.ts'

const roles: readonly Role[] = ['site', 'gateway', 'feed', 'payments']

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
  const from = read.text('MAIL_FROM') || `${brand.name} <no-reply@${new URL(publicUrl).hostname}>`
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
    read.client('oidc', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', { name: read.text('OIDC_NAME'), kind: 'oidc', issuer }),
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
  const name = read.text('BRAND_NAME')
  const link = (variable: VariableName) => read.url(variable, /^https?:$/)
  return {
    name,
    supportEmail: read.text('SUPPORT_EMAIL'),
    defaultLocale: read.locale('DEFAULT_LOCALE'),
    legalEntity: read.text('LEGAL_ENTITY') || name,
    legalAddress: read.text('LEGAL_ADDRESS') || null,
    legalJurisdiction: read.text('LEGAL_JURISDICTION') || null,
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
      users: read.text('CLAIM_USERS') || null,
      rows: read.text('CLAIM_ROWS') || null,
      raw: read.text('CLAIM_RAW_DATA') || null,
      messages: read.text('CLAIM_MESSAGES') || null,
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

function unknownInFile(file: Record<string, string | undefined>): string[] {
  const known = new Set(variables.map(({ name }) => name))
  return Object.keys(file)
    .filter((name) => !known.has(name))
    .map((name) => {
      const near = nearest(name)
      return `.env sets ${name}, which is not a setting. ${near ? `Did you mean ${near}?` : 'Remove it; .env.example lists what there is.'}`
    })
}

/** A typing error in the environment would be ignored in silence; names that merely look alike are long enough to tell apart. */
function nearMisses(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    const near = nearest(name)
    return near ? [`The environment sets ${name}, which is not a setting. Did you mean ${near}?`] : []
  })
}

function nearest(name: string): string | null {
  if (variables.some((variable) => variable.name === name)) return null
  const near = variables.find((variable) => {
    const allowed = variable.name.length >= 9 ? 2 : variable.name.length >= 7 ? 1 : 0
    return allowed > 0 && editDistance(name, variable.name, allowed) <= allowed
  })
  return near?.name ?? null
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up beyond `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const above = rows[i - 1] ?? []
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1))
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? most + 1
}

/** Reads one variable at a time and collects what is wrong, so that a start is refused once, with everything said. */
class Reader {
  readonly #values: Record<string, string | undefined>
  readonly #problems: string[]

  constructor(values: Record<string, string | undefined>, problems: string[]) {
    this.#values = values
    this.#problems = problems
  }

  text(name: VariableName): string {
    const given = this.#values[name]?.trim()
    return given || (variables.find((variable) => variable.name === name)?.fallback ?? '')
  }

  problem(sentence: string): void {
    this.#problems.push(sentence)
  }

  client(
    id: string,
    idName: VariableName,
    secretName: VariableName,
    rest: Pick<SignInProvider, 'name' | 'kind' | 'issuer'>,
  ): SignInProvider | null {
    const [clientId, secret] = [this.text(idName), this.text(secretName)]
    if ((clientId === '') !== (secret === ''))
      this.problem(`${idName} and ${secretName} belong together. Set both, or none.`)
    return clientId && secret ? { id, ...rest, clientId, clientSecret: () => secret } : null
  }

  oneOf<const T extends string>(name: VariableName, allowed: readonly [T, ...T[]]): T {
    const value = this.text(name)
    const found = allowed.find((one) => one === value)
    if (!found) this.#problems.push(`${name} is "${value}"; it must be one of ${allowed.join(', ')}.`)
    return found ?? allowed[0]
  }

  /** A whole number above zero; null when it is not set. */
  count(name: VariableName): number | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
    this.#problems.push(`${name} is "${value}"; it must be a whole number.`)
    return null
  }

  /** 0 asks the system for a free port. */
  port(name: VariableName): number | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
    this.#problems.push(`${name} is "${value}"; it must be a port from 1 to 65535.`)
    return null
  }

  /** An address without a path, for it is a prefix of links and compared with `Origin`. */
  origin(name: VariableName): string | null {
    const value = this.text(name).replace(/\/$/, '')
    if (value === '') return null
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value)
      return value
    this.#problems.push(`${name} is "${value}"; it must be an address such as https://example.com, without a path.`)
    return null
  }

  url(name: VariableName, protocol: RegExp): string | null {
    const value = this.text(name)
    if (value === '') return null
    if (URL.canParse(value) && protocol.test(new URL(value).protocol)) return value
    this.#problems.push(`${name} is not an address that this setting understands; .env.example shows the form.`)
    return null
  }

  locale(name: VariableName) {
    const value = this.text(name)
    if (isLocale(value)) return value
    this.#problems.push(`${name} is "${value}"; it must be en-US, zh-CN or zh-HK.`)
    return 'zh-CN' as const
  }

  /** `/from=/to` or `/from=https://elsewhere`: only an operator's own list may lead away from the site. */
  routeRules(name: VariableName): RouteRule[] {
    const rules: RouteRule[] = []
    for (const entry of this.text(name).split(',')) {
      if (entry.trim() === '') continue
      const [from = '', ...rest] = entry.trim().split('=')
      const to = rest.join('=')
      const inside = /^\/(?!\/)\S*$/.test(to)
      if (/^\/(?!\/)[^?#\s]*$/.test(from) && (inside || (URL.canParse(to) && /^https?:$/.test(new URL(to).protocol))))
        rules.push({ from, to })
      else
        this.#problems.push(`${name} has "${entry.trim()}"; a rule is /path=/path or /path=https://example.com/path.`)
    }
    return rules
  }

  roles(name: VariableName): Role[] {
    const asked = this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const unknown = asked.find((role) => !roles.some((one) => one === role))
    if (unknown || asked.length === 0)
      this.#problems.push(`${name} names "${unknown ?? ''}"; it must be some of ${roles.join(', ')}.`)
    return roles.filter((role) => asked.includes(role))
  }

  networks(name: VariableName): string[] {
    const entries = this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    for (const entry of entries) {
      const [address = '', bits, more] = entry.split('/')
      const most = isIP(address) === 6 ? 128 : 32
      const valid =
        isIP(address) !== 0 &&
        more === undefined &&
        (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
      if (!valid)
        this.#problems.push(`${name} names "${entry}"; it must hold addresses or networks such as 10.0.0.0/8.`)
    }
    return entries
  }
}
