import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { openProviders } from '#src/accounts/providers/providers.ts'
import { signInSettings } from '#src/accounts/settings.ts'
import { networksOf } from '#src/billing/chains/network.ts'
import { networkSettings } from '#src/billing/settings.ts'
import { locales } from '#src/contract/locale.ts'
import { exchangeSettings } from '#src/feed/settings.ts'
import { settingWords } from '#src/locales/setting-words.ts'
import { brandSettings } from '#src/platform/brand/settings.ts'
import { logTo } from '#src/platform/log/log.ts'
import { storeSettings } from '#src/platform/settings.ts'
import { alertSettings } from '#src/staff/settings.ts'
import { liveEnvironment, liveKey } from '#test/fixtures/live.ts'
import { envExample, readConfig, settingsGroups } from './config.ts'

test('without any setting, the configuration has all roles and embedded stores', () => {
  const { settings } = readConfig({}, {})
  expect(settings).toMatchObject({
    mode: 'sandbox',
    roles: ['site', 'gateway', 'feed', 'payments'],
    port: 3000,
    publicUrl: 'http://localhost:3000',
    apiPort: 3001,
    apiUrl: 'http://localhost:3001',
    apiFreeUrl: 'http://localhost:3001',
    hasDatabaseUrl: false,
    hasClickhouseUrl: false,
    hasRedisUrl: false,
    metricsPort: null,
  })
})

test('environment variables take precedence over .env, and default addresses contain the configured ports', () => {
  const { settings } = readConfig({ PORT: '8080' }, { PORT: '9090', API_PORT: '9091' })
  expect(settings).toMatchObject({ port: 8080, publicUrl: 'http://localhost:8080' })
  expect(settings.apiFreeUrl).toBe('http://localhost:9091')
})

test('the exchange settings are parsed into exchanges and pairs, and a wrong main exchange or pair is refused', () => {
  expect(readConfig({}, {}).settings.of(exchangeSettings).exchanges).toBeNull()
  const { settings } = readConfig({ EXCHANGE: 'Kraken, okx', EXCHANGE_SYMBOLS: 'btc/usd, */USDT,top:50,btc/usd' }, {})
  const symbols = ['BTC/USD', '*/USDT', 'TOP:50']
  expect(settings.of(exchangeSettings)).toEqual({ exchanges: ['kraken', 'okx'], main: null, symbols })
  expect(() => readConfig({ EXCHANGE: 'kraken', EXCHANGE_MAIN: 'okx' }, {})).toThrow('EXCHANGE_MAIN is "okx"')
  expect(() => readConfig({ EXCHANGE: 'kraken', EXCHANGE_SYMBOLS: 'top:0' }, {})).toThrow('names "TOP:0"')
})

test('sign-in providers are read from the settings, and an OpenID provider without an issuer is refused', () => {
  const providersOf = (environment: Record<string, string>) => {
    const { settings, secrets } = readConfig(environment, {})
    return openProviders(settings.of(signInSettings), secrets.of(signInSettings))
  }
  expect(providersOf({}).names).toEqual([])
  const clients = Object.fromEntries(
    ['OIDC', 'GOOGLE', 'GITHUB'].flatMap((name) => [
      [`${name}_CLIENT_ID`, 'client'],
      [`${name}_CLIENT_SECRET`, `${name} secret`],
    ]),
  )
  const providers = providersOf({ ...clients, OIDC_ISSUER: 'https://id.example.com' })
  expect(providers.names.map(({ id }) => providers.find(id))).toEqual([
    { id: 'oidc', name: 'OpenID', kind: 'oidc', issuer: 'https://id.example.com', clientId: 'client' },
    { id: 'google', name: 'Google', kind: 'oidc', issuer: 'https://accounts.google.com', clientId: 'client' },
    { id: 'github', name: 'GitHub', kind: 'github', issuer: 'https://github.com', clientId: 'client' },
  ])
  expect(() => readConfig(clients, {})).toThrow('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together')
})

test.each([
  ['an unknown key in .env', {}, { COLOUR: 'red' }, '.env sets COLOUR, which is not a setting'],
  ['a typing error in .env', {}, { PUBLIC_ULR: 'https://a.example' }, 'Did you mean PUBLIC_URL?'],
  ['a typing error in the environment', { CLICKHOSE_URL: 'http://a' }, {}, 'Did you mean CLICKHOUSE_URL?'],
  ['a port that is none', { PORT: '70000' }, {}, 'PORT is "70000"; it must be a port from 1 to 65535.'],
  [
    'backups below the data',
    { DATA_DIR: '/srv/tapewire', BACKUP_TO: '/srv/tapewire/backups' },
    {},
    'is inside DATA_DIR',
  ],
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
  ['gateways that are no number', { GATEWAYS: 'many' }, {}, 'GATEWAYS is "many"; it must be auto, or a number'],
  ['too many gateways', { GATEWAYS: '65' }, {}, 'GATEWAYS is "65"; it must be auto, or a number from 1 to 64.'],
  ['gateways in one process', { GATEWAYS: '2', PROCESSES: '1' }, {}, 'and PROCESSES=1 for one. Leave one'],
  [
    'gateways beside another role',
    { GATEWAYS: '2', ROLES: 'gateway,feed' },
    {},
    'GATEWAYS=2 needs all roles, or ROLES=gateway alone. Start feed separately.',
  ],
  ['an address with a path', { PUBLIC_URL: 'https://a.example/shop' }, {}, 'without a path'],
  ['a store that is no PostgreSQL', { DATABASE_URL: 'mysql://a' }, {}, 'DATABASE_URL is not an address'],
  ['a direct address alone', { DATABASE_DIRECT_URL: 'postgres://a' }, {}, 'DATABASE_DIRECT_URL needs DATABASE_URL'],
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
  ['a % in a header of traces', { OTEL_EXPORTER_OTLP_HEADERS: 'a=b,c=100%' }, {}, 'HEADERS must hold headers such as'],
  [
    'too many decimals',
    { TRC20_CHAIN: `TRON, 728126428, 0x${'a'.repeat(40)}, USDT, 77` },
    {},
    'TRC20_CHAIN has the decimals "77"',
  ],
  ['a network with a name that is none', { PAYMENT_NETWORKS: 'polygon' }, {}, 'PAYMENT_NETWORKS names "polygon"'],
  ['a known network among the further ones', { PAYMENT_NETWORKS: 'TRC20' }, {}, 'PAYMENT_NETWORKS names "TRC20"'],
  ['a network named twice', { PAYMENT_NETWORKS: 'BSC,BSC' }, {}, 'PAYMENT_NETWORKS names a network twice.'],
  [
    'a further network without its chain',
    { PAYMENT_NETWORKS: 'BSC', BSC_CONFIRMATIONS: '20' },
    {},
    'PAYMENT_NETWORKS names BSC: set BSC_CHAIN and BSC_CONFIRMATIONS, or take it out.',
  ],
  [
    'a setting of a network that is not named',
    { PAYMENT_NETWORKS: '' },
    { BSC_XPUB: 'x' },
    '.env sets BSC_XPUB, which is not a setting',
  ],
  ['live without its secret', { MODE: 'live' }, {}, 'MODE=live needs KEYRING'],
  ['live without a mail server', { MODE: 'live' }, {}, 'MODE=live needs SMTP_URL'],
  ['live on localhost', { MODE: 'live' }, {}, 'MODE=live needs PUBLIC_URL'],
])('a start with a faulty configuration is refused with the reason: %s', (_case, environment, file, sentence) => {
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
])('live mode without %s is refused, and the refusal states what to set', (name, sentence) => {
  const { [name]: _, ...environment } = liveEnvironment()
  expect(() => readConfig(liveEnvironment(), {})).not.toThrow()
  expect(() => readConfig(environment, {})).toThrow(expect.objectContaining({ message: sentence }))
})

test('the settings of a payment network set its token, its second node and its minimum order', () => {
  const { settings, secrets } = readConfig(
    {
      ...liveEnvironment(),
      TRC20_CHAIN: `Test chain, 77, 0x${'A'.repeat(40)}, USDC, 18`,
      TRC20_SECOND_URL: 'https://second.invalid/jsonrpc',
      TRC20_SECOND_HEADER: 'X-Key: b',
      TRC20_SECOND_FROM: '0',
      TRC20_MIN_ORDER: '12.5',
      TRC20_RPC_HEADER: 'X-Key: a',
    },
    {},
  )
  expect(networksOf(settings)).toMatchObject([
    {
      chainName: 'Test chain',
      chainId: 77,
      token: `0x${'a'.repeat(40)}`,
      tokenSymbol: 'USDC',
      tokenDecimals: 18,
      secondSourceFrom: 0n,
      minOrder: 12_500_000n,
    },
  ])
  expect(secrets.of(networkSettings('TRC20'))).toEqual({
    rpcUrls: ['https://node.invalid/jsonrpc'],
    rpcHeader: 'X-Key: a',
    secondUrl: 'https://second.invalid/jsonrpc',
    secondHeader: 'X-Key: b',
  })
  const [preset] = networksOf(readConfig(liveEnvironment(), {}).settings)
  expect(preset).toMatchObject({ tokenSymbol: 'USDT', tokenDecimals: 6, secondSourceFrom: 500_000_000n, minOrder: 0n })
})

test('an EVM network can be added by settings alone, in live mode and in the sandbox', () => {
  const bsc = {
    PAYMENT_NETWORKS: 'BSC',
    BSC_CHAIN: 'BNB Smart Chain, 56, 0x55d398326f99059fF775485246999027B3197955, USDT, 18',
    BSC_CONFIRMATIONS: '20',
    BSC_COIN: 'BNB',
    BSC_BLOCK_MS: '750',
  }
  const { xpub, firstAddress } = liveKey('an operator of the tests', "m/44'/60'/0'")
  const live = { BSC_XPUB: xpub, BSC_FIRST_ADDRESS: firstAddress, BSC_RPC_URLS: 'https://bsc.example.com' }
  const chain = { token: '0x55d398326f99059ff775485246999027b3197955', tokenDecimals: 18, addressFormat: 'evm' }
  const [, network] = networksOf(readConfig({ ...liveEnvironment(), ...bsc, ...live }, {}).settings)
  expect(network).toMatchObject({
    ...chain,
    code: 'BSC',
    chainName: 'BNB Smart Chain',
    chainId: 56,
    confirmations: 20,
    blockMs: 750,
    nativeCoin: { symbol: 'BNB', decimals: 18 },
  })
  const offered = networksOf(readConfig({}, bsc).settings)
  expect(offered.map(({ code, chainId }) => [code, chainId])).toEqual([
    ['TRC20', 31_338],
    ['ETC20', 31_337],
    ['BSC', 31_339],
  ])
  expect(offered[2]).toMatchObject({ ...chain, chainName: 'Sandbox BNB Smart Chain' })
})

test('without ALERT_EMAIL, alerts are mailed to the support address, but in live mode never to the example address', () => {
  const alertsOf = (environment: Record<string, string>) => readConfig(environment, {}).settings.of(alertSettings)
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  expect(alertsOf({})).toMatchObject({ email: 'support@example.com', hasWebhookUrl: false })
  expect(alertsOf(liveEnvironment())).toMatchObject({ email: null, hasWebhookUrl: false })
  expect(alertsOf({ ...liveEnvironment(), SUPPORT_EMAIL: 'help@market.com' }).email).toBe('help@market.com')
  const both = { ALERT_EMAIL: 'me@market.com', ALERT_WEBHOOK_URL: 'http://10.0.0.7/in', ALERT_WEBHOOK_SECRET: secret }
  expect(alertsOf({ ...liveEnvironment(), ...both })).toMatchObject({ email: 'me@market.com', hasWebhookUrl: true })
})

test('a secret is read from the file that its _FILE variable names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapewire-test-'))
  const [file, empty] = [join(folder, 'url'), join(folder, 'empty')]
  await Promise.all([writeFile(file, ' postgres://u:p@a/b\n'), writeFile(empty, '\n')])
  const urlOf = (...texts: Parameters<typeof readConfig>) => readConfig(...texts).secrets.of(storeSettings).databaseUrl
  expect(urlOf({ DATABASE_URL_FILE: file }, {})).toBe('postgres://u:p@a/b')
  expect(urlOf({}, { DATABASE_URL_FILE: file })).toBe('postgres://u:p@a/b')
  expect(urlOf({ DATABASE_URL_FILE: file }, { DATABASE_URL: 'postgres://c/d' })).toBe('postgres://u:p@a/b')
  expect(urlOf({ DATABASE_URL: 'postgres://c/d' }, { DATABASE_URL_FILE: file })).toBe('postgres://c/d')
  expect(readConfig({ DATABASE_URL_FILE: file }, {}).settings.originOf('DATABASE_URL')).toBe('environment')
  const both = { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://c/d' }
  expect(() => urlOf(both, {})).toThrow('DATABASE_URL and DATABASE_URL_FILE are both set. Keep one of them.')
  expect(() => urlOf({ DATABASE_URL_FILE: empty }, {})).toThrow(`DATABASE_URL_FILE names ${empty}, which is empty.`)
  expect(() => urlOf({ KEYRING_FILE: '/nowhere' }, {})).toThrow(
    'KEYRING_FILE names /nowhere, which cannot be read (ENOENT).',
  )
  expect(() => urlOf({}, { PORT_FILE: file })).toThrow('.env sets PORT_FILE, which is not a setting.')
  await rm(folder, { recursive: true })
})

test('no secret is visible when the settings and secrets are inspected or logged', () => {
  const declared = settingsGroups.flatMap(({ settings }) => Object.values(settings))
  const secretNames = declared.filter(({ secret }) => secret).map(({ env }) => env)
  const texts = Object.fromEntries(secretNames.map((env) => [env, `https://u:sentinel@${env.toLowerCase()}`]))
  const database = 'postgres://u:sentinel@a'
  const stores = { DATABASE_URL: database, DATABASE_DIRECT_URL: database, REDIS_URL: 'redis://:sentinel@a' }
  const others = {
    SMTP_URL: 'smtp://u:sentinel@a',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=sentinel',
    ALERT_WEBHOOK_SECRET: `whsec_${Buffer.from('sentinel'.repeat(4)).toString('base64')}`,
    ...Object.fromEntries(
      ['TRC20', 'ETC20'].flatMap((code) =>
        ['RPC', 'SECOND'].map((kind) => [`${code}_${kind}_HEADER`, 'X-Key: sentinel']),
      ),
    ),
    ...Object.fromEntries(['OIDC', 'GOOGLE', 'GITHUB'].map((name) => [`${name}_CLIENT_ID`, 'client'])),
    OIDC_ISSUER: 'https://id.example.com',
  }
  const { settings, secrets } = readConfig({ ...texts, ...stores, ...others }, {})
  const lines: unknown[] = []
  logTo((line) => lines.push(line), 'info').info('started', { settings, secrets })
  const shown = [settings, secrets, lines, ...settingsGroups.map((group) => settings.of(group))]
  expect(inspect(shown, { depth: null, showHidden: true, getters: true })).not.toMatch(/sentinel|c2VudGluZWw/)
  const kept = settingsGroups.flatMap((group) => Object.entries(secrets.of(group)))
  expect(kept).toHaveLength(secretNames.length)
  for (const [key, value] of kept)
    expect([key, inspect(value)]).toEqual([key, expect.stringMatching(/sentinel|c2VudGluZWw/)])
})

const translations = locales.filter((locale) => locale !== 'en-US')

test.each(translations)(
  'the texts of %s describe every setting and every group of settings, and nothing else',
  (locale) => {
    const { meanings, groups } = settingWords[locale]
    const envs = settingsGroups.flatMap(({ settings }) => Object.values(settings).map(({ env }) => env))
    expect(Object.keys(meanings).sort()).toEqual(envs.sort())
    expect(Object.keys(groups).sort()).toEqual(settingsGroups.map(({ name }) => name).sort())
  },
)

test('all wrong settings are reported together', () => {
  expect(() => readConfig({ PORT: 'x', MODE: 'y' }, {})).toThrow(/MODE is "y".*\n.*PORT is "x"/)
})

test('variables of other programs are not reported as misspelled settings', () => {
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

test('the file .env.example equals the output of tools/env-example.ts', () => {
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
])('the setting %s must be one line of readable text', (name) => {
  for (const value of ['a\r\nBcc: b@c.d', 'a\u001b[2J', 'a\u202eb', 'x'.repeat(301)])
    expect(() => readConfig({ [name]: value }, {})).toThrow(`${name} must be one line of at most 300 characters`)
  expect(() => readConfig({ [name]: 'Smith & Söhne <数据> "x"' }, {})).not.toThrow()
})

test.each(['', 'a b@c.d', 'a@b)(javascript:x', '<a@b.c>', 'nobody'])(
  'the text %j is never used as a support address',
  (value) => {
    const read = () => readConfig({ SUPPORT_EMAIL: value }, {})
    if (value === '') expect(read().settings.of(brandSettings).supportEmail).toBe('support@example.com')
    else expect(read).toThrow('SUPPORT_EMAIL is not an e-mail address')
  },
)
