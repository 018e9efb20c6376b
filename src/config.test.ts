import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { liveEnvironment } from '#test/fixtures/live.ts'
import { networksOf } from './billing/chains/network.ts'
import { readConfig } from './config.ts'
import { envExample } from './config-variables.ts'

test('with nothing configured everything runs in one process on embedded stores', () => {
  const { settings } = readConfig({}, {})
  expect(settings).toMatchObject({
    mode: 'sandbox',
    roles: ['site', 'gateway', 'feed', 'payments'],
    site: { port: 3000, publicUrl: 'http://localhost:3000' },
    gateway: { port: 3001, apiUrl: 'http://localhost:3001', apiFreeUrl: 'http://localhost:3001' },
    postgres: { kind: 'embedded' },
    metricsPort: null,
  })
})

test('the environment wins over .env, and addresses follow the ports', () => {
  const { settings } = readConfig({ PORT: '8080' }, { PORT: '9090', API_PORT: '9091' })
  expect(settings.site).toEqual({ port: 8080, publicUrl: 'http://localhost:8080' })
  expect(settings.gateway.apiFreeUrl).toBe('http://localhost:9091')
})

test('a live exchange is a name and its pairs; without the name there is none', () => {
  expect(readConfig({}, {}).settings.exchange).toBeNull()
  const { settings } = readConfig({ EXCHANGE: 'Kraken', EXCHANGE_SYMBOLS: 'btc/usd, SOL/USD,btc/usd' }, {})
  expect(settings.exchange).toEqual({ id: 'kraken', symbols: ['BTC/USD', 'SOL/USD'] })
})

test('a sign-in provider is its client and its secret: Google and GitHub need no more, others their issuer', () => {
  expect(readConfig({}, {}).settings.signInProviders).toEqual([])
  const clients = Object.fromEntries(
    ['OIDC', 'GOOGLE', 'GITHUB'].flatMap((name) => [
      [`${name}_CLIENT_ID`, 'client'],
      [`${name}_CLIENT_SECRET`, `${name} secret`],
    ]),
  )
  const { signInProviders } = readConfig({ ...clients, OIDC_ISSUER: 'https://id.example.com' }, {}).settings
  expect(signInProviders.map(({ kind, issuer, clientSecret }) => [kind, issuer, clientSecret()])).toEqual([
    ['oidc', 'https://id.example.com', 'OIDC secret'],
    ['oidc', 'https://accounts.google.com', 'GOOGLE secret'],
    ['github', 'https://github.com', 'GITHUB secret'],
  ])
  expect(() => readConfig(clients, {})).toThrow('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together')
})

test.each([
  ['an unknown key in .env', {}, { COLOUR: 'red' }, '.env sets COLOUR, which is not a setting'],
  ['a typing error in .env', {}, { PUBLIC_ULR: 'https://a.example' }, 'Did you mean PUBLIC_URL?'],
  ['a typing error in the environment', { CLICKHOSE_URL: 'http://a' }, {}, 'Did you mean CLICKHOUSE_URL?'],
  ['a port that is none', { PORT: '70000' }, {}, 'PORT is "70000"; it must be a port from 1 to 65535.'],
  ['two servers on one port', { PORT: '4000', API_PORT: '4000' }, {}, 'API_PORT and PORT are both 4000.'],
  ['a role that is none', { ROLES: 'site,kitchen' }, {}, 'ROLES names "kitchen"'],
  [
    'several processes on embedded stores',
    { ROLES: 'site' },
    {},
    'Set DATABASE_URL, CLICKHOUSE_URL, REDIS_URL, or leave ROLES out.',
  ],
  ['a pair that is none', { EXCHANGE_SYMBOLS: 'BTCUSD' }, {}, 'EXCHANGE_SYMBOLS names "BTCUSD"'],
  ['an amount that is none', { DUST_USDT: '-1' }, {}, 'DUST_USDT is "-1"; it must be an amount in USDT'],
  ['a mode that is none', { MODE: 'production' }, {}, 'MODE is "production"; it must be one of sandbox, live.'],
  ['an address with a path', { PUBLIC_URL: 'https://a.example/shop' }, {}, 'without a path'],
  ['a store that is no PostgreSQL', { DATABASE_URL: 'mysql://a' }, {}, 'DATABASE_URL is not an address'],
  ['a language we do not speak', { DEFAULT_LOCALE: 'fr' }, {}, 'DEFAULT_LOCALE is "fr"'],
  ['a proxy that is no network', { TRUSTED_PROXIES: '10.0.0.0/99' }, {}, 'TRUSTED_PROXIES names "10.0.0.0/99"'],
  ['an address for alerts that is none', { ALERT_EMAIL: 'nobody' }, {}, 'ALERT_EMAIL is not an e-mail address'],
  ['a webhook without its secret', { ALERT_WEBHOOK_URL: 'https://a.example' }, {}, 'belong together'],
  [
    'a webhook with a short secret',
    { ALERT_WEBHOOK_URL: 'https://a.example', ALERT_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' },
    {},
    'ALERT_WEBHOOK_SECRET must be',
  ],
  ['a minimum that is no amount', { TRC20_XPUB: 'x', TRC20_MIN_ORDER: '-5' }, {}, 'TRC20_MIN_ORDER is "-5"'],
  ['a header that is none', { TRC20_SECOND_HEADER: 'abc' }, {}, 'TRC20_SECOND_HEADER is not a header'],
  ['too many decimals', { TRC20_XPUB: 'x', TRC20_TOKEN_DECIMALS: '77' }, {}, 'TRC20_TOKEN_DECIMALS is at most 36'],
  ['live without its secret', { MODE: 'live' }, {}, 'MODE=live needs KEYRING'],
  ['live without a mail server', { MODE: 'live' }, {}, 'MODE=live needs SMTP_URL'],
  ['live on localhost', { MODE: 'live' }, {}, 'MODE=live needs PUBLIC_URL'],
])('%s refuses the start with a sentence', (_case, environment, file, sentence) => {
  expect(() => readConfig(environment, file)).toThrow(sentence)
})

test.each([
  ['KEYRING', 'MODE=live needs KEYRING: run "npm run tapewire -- keyring" and keep what it prints.'],
  ['SMTP_URL', 'MODE=live needs SMTP_URL: codes and receipts go by mail.'],
  ['PUBLIC_URL', 'MODE=live needs PUBLIC_URL: the address that others reach, not localhost.'],
  ['API_URL', 'MODE=live needs API_URL: the address that others reach, not localhost.'],
  ['TRC20_XPUB', 'MODE=live needs a payment network: set TRC20_XPUB, TRC20_FIRST_ADDRESS and TRC20_RPC_URLS.'],
  ['TRC20_FIRST_ADDRESS', 'MODE=live needs TRC20_FIRST_ADDRESS: address 0 of the key, as your own wallet shows it.'],
  ['TRC20_RPC_URLS', 'MODE=live needs TRC20_RPC_URLS: the nodes that watch for payments.'],
])('live without %s says so, and nothing else', (name, sentence) => {
  const { [name]: _, ...environment } = liveEnvironment()
  expect(() => readConfig(liveEnvironment(), {})).not.toThrow()
  expect(() => readConfig(environment, {})).toThrow(expect.objectContaining({ message: sentence }))
})

test('a network is described by its settings: token, second node, minimum', () => {
  const { settings, secrets } = readConfig(
    {
      ...liveEnvironment(),
      TRC20_TOKEN_SYMBOL: 'USDC',
      TRC20_TOKEN_DECIMALS: '18',
      TRC20_SECOND_URL: 'https://second.invalid/jsonrpc',
      TRC20_SECOND_HEADER: 'X-Key: b',
      TRC20_SECOND_FROM: '0',
      TRC20_MIN_ORDER: '12.5',
      TRC20_RPC_HEADER: 'X-Key: a',
    },
    {},
  )
  expect(networksOf(settings)).toMatchObject([
    { tokenSymbol: 'USDC', tokenDecimals: 18, secondSourceFrom: 0n, minOrder: 12_500_000n },
  ])
  expect(secrets.paymentRpc?.TRC20).toMatchObject({ header: 'X-Key: a', secondHeader: 'X-Key: b' })
  const [preset] = networksOf(readConfig(liveEnvironment(), {}).settings)
  expect(preset).toMatchObject({ tokenSymbol: 'USDT', tokenDecimals: 6, secondSourceFrom: 500_000_000n, minOrder: 0n })
})

test('alerts go to the address for support unless that is the example of a live installation', () => {
  const alertsOf = (environment: Record<string, string>) => readConfig(environment, {}).settings.alerts
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  expect(alertsOf({})).toEqual({ email: 'support@example.com', webhook: false })
  expect(alertsOf(liveEnvironment())).toEqual({ email: null, webhook: false })
  expect(alertsOf({ ...liveEnvironment(), SUPPORT_EMAIL: 'help@market.com' }).email).toBe('help@market.com')
  const both = { ALERT_EMAIL: 'me@market.com', ALERT_WEBHOOK_URL: 'http://10.0.0.7/in', ALERT_WEBHOOK_SECRET: secret }
  expect(alertsOf({ ...liveEnvironment(), ...both })).toEqual({ email: 'me@market.com', webhook: true })
})

test('everything that is wrong is said at once', () => {
  expect(() => readConfig({ PORT: 'x', MODE: 'y' }, {})).toThrow(/MODE is "y".*\n.*PORT is "x"/)
})

test('names that belong to others are not taken for typing errors', () => {
  const environment = {
    XDG_DATA_DIRS: '/usr/share',
    API_KEY: 'x',
    HOSTNAME: 'box',
    NODE_ENV: 'test',
    PORTS: '1',
    SMTP_USER: 'x',
  }
  expect(() => readConfig(environment, {})).not.toThrow()
})

test('.env.example is what tools/env-example.ts writes', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(envExample())
})

test.each([
  'BRAND_NAME',
  'LEGAL_ENTITY',
  'LEGAL_ADDRESS',
  'LEGAL_TAX_ID',
  'LEGAL_JURISDICTION',
  'CLAIM_USERS',
  'OIDC_NAME',
  'MAIL_FROM',
])('%s is one line of text that people can read', (name) => {
  for (const value of ['a\r\nBcc: b@c.d', 'a\u001b[2J', 'a\u202eb', 'x'.repeat(301)])
    expect(() => readConfig({ [name]: value }, {})).toThrow(`${name} must be one line of at most 300 characters`)
  expect(() => readConfig({ [name]: 'Smith & Söhne <数据> "x"' }, {})).not.toThrow()
})

test.each(['', 'a b@c.d', 'a@b)(javascript:x', '<a@b.c>', 'nobody'])('%s is no address for support', (value) => {
  const read = () => readConfig({ SUPPORT_EMAIL: value }, {})
  if (value === '') expect(read().settings.brand.supportEmail).toBe('support@example.com')
  else expect(read).toThrow('SUPPORT_EMAIL is not an e-mail address')
})
