/** One line of `.env.example`: everything the environment may say. `secret` values are never logged. */
export type Variable = { name: string; fallback: string; about: string; secret?: true }

export type VariableGroup = { title: string; variables: readonly Variable[] }

/** Every setting, in the order of `.env.example`. A domain adds its own group here and reads it in `config.ts`. */
export const variableGroups = [
  {
    title: 'Mode and roles',
    variables: [
      { name: 'MODE', fallback: 'sandbox', about: 'sandbox (simulated data, test money) or live' },
      {
        name: 'ROLES',
        fallback: 'site,gateway,feed,payments',
        about: 'what this process does; several processes need external stores',
      },
      { name: 'DATA_DIR', fallback: './data', about: 'everything the product writes' },
      { name: 'LOG_LEVEL', fallback: 'info', about: 'debug, info, warn or error' },
    ],
  },
  {
    title: 'Addresses',
    variables: [
      {
        name: 'HOST',
        fallback: '',
        about: 'address to listen on; empty: this machine only in the sandbox, every address in live',
      },
      { name: 'PORT', fallback: '3000', about: 'site and account API' },
      { name: 'PUBLIC_URL', fallback: '', about: 'the site as visitors reach it; empty: http://localhost:PORT' },
      { name: 'API_PORT', fallback: '3001', about: 'data gateway: REST and WebSocket' },
      { name: 'API_URL', fallback: '', about: 'the gateway as customers reach it; empty: http://localhost:API_PORT' },
      { name: 'API_FREE_URL', fallback: '', about: 'the gateway for free keys; empty: API_URL' },
      { name: 'METRICS_PORT', fallback: '', about: 'Prometheus metrics on this port; empty: off' },
      {
        name: 'TRUSTED_PROXIES',
        fallback: '',
        about: 'addresses or networks whose X-Forwarded-For counts, separated by commas',
      },
      {
        name: 'CONNECTIONS_PER_ADDRESS',
        fallback: '',
        about:
          'connections that a client address may hold; empty: 256, and in the sandbox no limit for its own machine',
      },
    ],
  },
  {
    title: 'Stores',
    variables: [
      { name: 'DATABASE_URL', fallback: '', about: 'PostgreSQL 15 or newer; empty: the embedded one', secret: true },
      { name: 'CLICKHOUSE_URL', fallback: '', about: 'ClickHouse over HTTP; empty: the embedded one', secret: true },
      {
        name: 'REDIS_URL',
        fallback: '',
        about: 'Redis or Valkey for the tape and counters; empty: in process',
        secret: true,
      },
    ],
  },
  {
    title: 'Live exchange',
    variables: [
      {
        name: 'EXCHANGE',
        fallback: '',
        about: 'a crypto exchange to follow live, by its ccxt id, such as kraken; empty: none',
      },
      {
        name: 'EXCHANGE_SYMBOLS',
        fallback: 'BTC/USD,ETH/USD',
        about: 'spot pairs followed there, separated by commas',
      },
    ],
  },
  {
    title: 'Secrets and mail',
    variables: [
      {
        name: 'KEYRING',
        fallback: '',
        about: 'key ring, "1:<base64 of 32 bytes>"; needed in live, the sandbox makes its own',
        secret: true,
      },
      {
        name: 'SMTP_URL',
        fallback: '',
        about: 'smtp://user:password@host:587; empty: the built-in mailbox (sandbox only)',
        secret: true,
      },
      { name: 'MAIL_FROM', fallback: '', about: 'sender of every mail; empty: no-reply at the host of PUBLIC_URL' },
      {
        name: 'ENUMERATION',
        fallback: 'strict',
        about: 'strict: never tell who has an account; friendly: tell at once',
      },
    ],
  },
  {
    title: 'Third-party sign-in',
    variables: [
      { name: 'OIDC_ISSUER', fallback: '', about: 'any OpenID Connect provider; register PUBLIC_URL/callback there' },
      { name: 'OIDC_NAME', fallback: 'OpenID', about: 'the name on its button' },
      { name: 'OIDC_CLIENT_ID', fallback: '', about: 'client id at that provider' },
      { name: 'OIDC_CLIENT_SECRET', fallback: '', about: 'client secret at that provider', secret: true },
      { name: 'GOOGLE_CLIENT_ID', fallback: '', about: 'sign-in with Google' },
      { name: 'GOOGLE_CLIENT_SECRET', fallback: '', about: 'its secret', secret: true },
      { name: 'GITHUB_CLIENT_ID', fallback: '', about: 'sign-in with GitHub' },
      { name: 'GITHUB_CLIENT_SECRET', fallback: '', about: 'its secret', secret: true },
    ],
  },
  {
    title: 'Payments (live)',
    variables: [
      {
        name: 'TRC20_XPUB',
        fallback: '',
        about:
          'TRC20 (TRON): account-level extended public key; empty: network not offered (the sandbox brings its own chain)',
        secret: true,
      },
      { name: 'TRC20_FIRST_ADDRESS', fallback: '', about: 'its address 0, as your own wallet shows it' },
      { name: 'TRC20_RPC_URLS', fallback: '', about: 'JSON-RPC nodes, separated by commas', secret: true },
      { name: 'TRC20_RPC_HEADER', fallback: '', about: 'header for them, "Name: value"', secret: true },
      {
        name: 'TRC20_SECOND_URL',
        fallback: '',
        about: 'independent node that must agree on large deposits',
        secret: true,
      },
      { name: 'TRC20_SECOND_HEADER', fallback: '', about: 'header for it, "Name: value"', secret: true },
      {
        name: 'TRC20_SECOND_FROM',
        fallback: '',
        about: 'smallest deposit that it must agree on, USDT; 0: every deposit; empty: 500',
      },
      { name: 'TRC20_CHAIN_NAME', fallback: '', about: 'name beside the label; empty: TRON' },
      { name: 'TRC20_CHAIN_ID', fallback: '', about: 'chain id; empty: that of TRON' },
      { name: 'TRC20_TOKEN', fallback: '', about: 'token contract, 0x and 40 digits; empty: USDT on TRON' },
      { name: 'TRC20_TOKEN_SYMBOL', fallback: '', about: 'symbol that the contract states; empty: USDT' },
      { name: 'TRC20_TOKEN_DECIMALS', fallback: '', about: 'decimals that the contract states; empty: 6' },
      {
        name: 'TRC20_MIN_ORDER',
        fallback: '',
        about: 'smallest order that may be paid on this network, USDT; empty: none',
      },
      { name: 'TRC20_CONFIRMATIONS', fallback: '', about: 'blocks until a payment counts; empty: 20' },
      { name: 'TRC20_EXPLORER', fallback: '', about: 'transaction page with {hash}; empty: a public one' },
      {
        name: 'ETC20_XPUB',
        fallback: '',
        about:
          'ETC20 (Ethereum): account-level extended public key; empty: network not offered (the sandbox brings its own chain)',
        secret: true,
      },
      { name: 'ETC20_FIRST_ADDRESS', fallback: '', about: 'its address 0, as your own wallet shows it' },
      { name: 'ETC20_RPC_URLS', fallback: '', about: 'JSON-RPC nodes, separated by commas', secret: true },
      { name: 'ETC20_RPC_HEADER', fallback: '', about: 'header for them, "Name: value"', secret: true },
      {
        name: 'ETC20_SECOND_URL',
        fallback: '',
        about: 'independent node that must agree on large deposits',
        secret: true,
      },
      { name: 'ETC20_SECOND_HEADER', fallback: '', about: 'header for it, "Name: value"', secret: true },
      {
        name: 'ETC20_SECOND_FROM',
        fallback: '',
        about: 'smallest deposit that it must agree on, USDT; 0: every deposit; empty: 500',
      },
      { name: 'ETC20_CHAIN_NAME', fallback: '', about: 'name beside the label; empty: Ethereum' },
      { name: 'ETC20_CHAIN_ID', fallback: '', about: 'chain id; empty: that of Ethereum' },
      { name: 'ETC20_TOKEN', fallback: '', about: 'token contract, 0x and 40 digits; empty: USDT on Ethereum' },
      { name: 'ETC20_TOKEN_SYMBOL', fallback: '', about: 'symbol that the contract states; empty: USDT' },
      { name: 'ETC20_TOKEN_DECIMALS', fallback: '', about: 'decimals that the contract states; empty: 6' },
      {
        name: 'ETC20_MIN_ORDER',
        fallback: '',
        about: 'smallest order that may be paid on this network, USDT; empty: none',
      },
      { name: 'ETC20_CONFIRMATIONS', fallback: '', about: 'blocks until a payment counts; empty: 12' },
      { name: 'ETC20_EXPLORER', fallback: '', about: 'transaction page with {hash}; empty: a public one' },
      {
        name: 'DUST_USDT',
        fallback: '0.01',
        about: 'a smaller transfer is credit, but changes no order and sends no mail; in the sandbox too',
      },
    ],
  },
  {
    title: 'Payment alerts',
    variables: [
      {
        name: 'ALERT_EMAIL',
        fallback: '',
        about: 'who is told about payment incidents; empty: SUPPORT_EMAIL, where one is set',
      },
      {
        name: 'ALERT_WEBHOOK_URL',
        fallback: '',
        about: 'where incidents are posted as signed JSON; empty: nowhere',
        secret: true,
      },
      {
        name: 'ALERT_WEBHOOK_SECRET',
        fallback: '',
        about: 'its signing secret, "whsec_" and the base64 of 24 to 64 bytes',
        secret: true,
      },
    ],
  },
  {
    title: 'Brand',
    variables: [
      { name: 'BRAND_NAME', fallback: 'Tapewire', about: 'the name on every page' },
      { name: 'SUPPORT_EMAIL', fallback: 'support@example.com', about: 'where the contact page and mails point' },
      { name: 'DEFAULT_LOCALE', fallback: 'zh-CN', about: 'language of readers who name none: en-US, zh-CN or zh-HK' },
      {
        name: 'LEGAL_ENTITY',
        fallback: '',
        about:
          'who stands behind the site in legal texts and on receipts; empty: the texts say “the operator of this site”',
      },
      {
        name: 'LEGAL_ADDRESS',
        fallback: '',
        about: 'its postal address there; empty: available from SUPPORT_EMAIL',
      },
      { name: 'LEGAL_TAX_ID', fallback: '', about: 'its tax number on receipts; empty: none' },
      {
        name: 'LEGAL_JURISDICTION',
        fallback: '',
        about: 'whose law the terms name; empty: the place where the operator is established',
      },
      { name: 'TELEGRAM_URL', fallback: '', about: 'support chat, also shown as a QR code; empty: leads to /contact' },
      {
        name: 'WHATSAPP_URL',
        fallback: '',
        about: 'support number, such as https://wa.me/…; empty: leads to /contact',
      },
      { name: 'WHATSAPP_QR', fallback: 'hidden', about: 'QR code of WHATSAPP_URL in the contact box: hidden or shown' },
      {
        name: 'GITHUB_URL',
        fallback: '',
        about: 'code-hosting page in footer and contact box; empty: leads to /contact',
      },
      { name: 'FACEBOOK_URL', fallback: '', about: 'social link in the footer; empty: shown without a link' },
      { name: 'X_URL', fallback: '', about: 'social link in the footer; empty: shown without a link' },
      { name: 'DOCS_URL', fallback: '', about: 'documentation elsewhere; empty: our own /docs' },
      { name: 'BLOG_URL', fallback: '', about: 'blog elsewhere; empty: our own /blog' },
      { name: 'CLAIM_USERS', fallback: '', about: 'network figure on the home page; empty: over 18,000' },
      { name: 'CLAIM_ROWS', fallback: '', about: 'network figure on the home page; empty: 1 trillion+' },
      { name: 'CLAIM_RAW_DATA', fallback: '', about: 'network figure on the home page; empty: 2 PB' },
      { name: 'CLAIM_MESSAGES', fallback: '', about: 'network figure on the home page; empty: 70 million a second' },
    ],
  },
  {
    title: 'Pages',
    variables: [
      {
        name: 'ROUTE_RULES',
        fallback: '',
        about: 'redirects, separated by commas: /promo=/pricing, /old=https://example.com/new',
      },
      { name: 'ANALYTICS_URL', fallback: '', about: 'address of an analytics tag script; empty: none is loaded' },
      { name: 'ANALYTICS_TAG_ID', fallback: '', about: 'tag id for ANALYTICS_URL' },
      {
        name: 'ANALYTICS_CONSENT',
        fallback: 'required',
        about:
          'required: count clicks only after the reader agrees, who is asked where ANALYTICS_URL is set; given: count without asking',
      },
    ],
  },
] as const satisfies readonly VariableGroup[]

export type VariableName = (typeof variableGroups)[number]['variables'][number]['name']

export const variables: readonly Variable[] = variableGroups.flatMap((group): readonly Variable[] => group.variables)

/** The text of `.env.example`; `npm test` checks that the file in the repository is this one. */
export function envExample(): string {
  const groups = variableGroups.map(({ title, variables }) => {
    const lines = variables.map(({ name, fallback, about }) => `# ${about}\n#${name}=${fallback}`)
    return `# ── ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Copy to .env and take the # off the lines you change. Made by tools/env-example.ts from src/config-variables.ts.\n\n${groups.join('\n')}`
}
