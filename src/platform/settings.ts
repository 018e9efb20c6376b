import type { Locale } from '#src/contract/locale.ts'
import type { Micro } from '#src/contract/money.ts'

export type Role = 'site' | 'gateway' | 'feed' | 'payments'

/** What the operator decided, parsed once by `config.ts`. Secrets are in `Secrets`, so that this may be logged. */
export type Settings = {
  mode: 'sandbox' | 'live'
  roles: readonly Role[]
  dataDir: string
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Address to listen on; null: this machine only in the sandbox, every address in live. */
  host: string | null
  site: { port: number; publicUrl: string }
  gateway: { port: number; apiUrl: string; apiFreeUrl: string }
  metricsPort: number | null
  postgres: { kind: 'embedded' } | { kind: 'url' }
  clickhouse: { kind: 'embedded' } | { kind: 'url' }
  tape: { kind: 'memory' } | { kind: 'redis' }
  mail: { kind: 'mailbox'; from: string } | { kind: 'smtp'; from: string }
  /** A live exchange by its ccxt id, and what is followed there (`BTC/USD`); null: none. */
  exchange: { id: string; symbols: readonly string[] } | null
  enumeration: 'strict' | 'friendly'
  trustedProxies: readonly string[]
  /** Open at once; null: 256, and without a limit for the sandbox's own machine. */
  connectionsPerAddress: number | null
  signInProviders: readonly SignInProvider[]
  brand: Brand
  pages: {
    routeRules: readonly RouteRule[]
    analytics: { scriptUrl: string | null; tagId: string | null; consent: 'required' | 'given' }
  }
  /** Where the operator is told about payment incidents; the webhook's address is among the secrets. */
  alerts: { email: string | null; webhook: boolean }
  /** Payment networks of a live installation; the sandbox brings its own. */
  payments?: Partial<Record<'TRC20' | 'ETC20', PaymentNetworkSettings>>
  /** A smaller transfer is credit, but changes no order and sends no mail. */
  dust: Micro
}

/** One payment network as the operator configures it; null fields follow the preset of the label. */
export type PaymentNetworkSettings = {
  /** Account-level extended public key (m/44'/195'/0' or m/44'/60'/0'). */
  xpub: string
  /** Address 0 as the operator's own wallet shows it: catches a swapped key before the first customer does. */
  firstAddress: string
  chainName: string | null
  chainId: number | null
  token: string | null
  tokenSymbol: string | null
  tokenDecimals: number | null
  confirmations: number | null
  explorer: string | null
  /** In USDT, as they were written: smallest deposit that `second` must confirm, smallest order. */
  secondFrom: string | null
  minOrder: string | null
}

/** Where alerts are posted, and the shared secret that signs them (`whsec_` and base64). */
export type AlertWebhook = { url: string; secret: string }

/** Where the nodes of one payment network answer; later ones are for fail-over, `second` must agree on large deposits. */
export type PaymentRpcSecrets = {
  urls: readonly string[]
  header: string | null
  second: string | null
  secondHeader: string | null
}

/** A third-party sign-in. The secret is a function, so that settings may still be logged. */
export type SignInProvider = {
  /** Stands in `/api/auth/{id}`. */
  id: string
  name: string
  kind: 'oidc' | 'github'
  /** Of OpenID Connect: where `/.well-known/openid-configuration` is found. */
  issuer: string
  clientId: string
  clientSecret: () => string
}

/** A path that leads elsewhere: `to` is a path of ours or an absolute address. */
export type RouteRule = { from: string; to: string }

/** What an operator puts on the site without touching code. */
export type Brand = {
  name: string
  supportEmail: string
  defaultLocale: Locale
  /** Who stands behind the site in legal texts; null: they say “the operator”. */
  legalEntity: string | null
  /** Null: the texts say where to ask for it. */
  legalAddress: string | null
  /** Stands on receipts; null: none. */
  legalTaxId: string | null
  /** Null: where the operator is established. */
  legalJurisdiction: string | null
  contacts: {
    telegram: string | null
    whatsapp: string | null
    whatsappQr: boolean
    github: string | null
    facebook: string | null
    x: string | null
  }
  /** Where documentation and blog are when they are not ours. */
  docsUrl: string | null
  blogUrl: string | null
  /** Network figures as they are printed; null: the standard texts, in the reader's language. */
  claims: { users: string | null; rows: string | null; raw: string | null; messages: string | null }
}

/** Connection strings and key material: never logged, never sent. */
export type Secrets = {
  databaseUrl: string | null
  clickhouseUrl: string | null
  redisUrl: string | null
  smtpUrl: string | null
  keyring: string | null
  alertWebhook?: AlertWebhook | null
  paymentRpc?: Partial<Record<'TRC20' | 'ETC20', PaymentRpcSecrets>>
}

export type Config = { settings: Settings; secrets: Secrets }

/** A start refused for a reason that the operator can mend: shown as a sentence, without a stack. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}
