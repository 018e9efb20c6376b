import { type Micro, parseMicro } from '#src/contract/money.ts'
import { isCountry } from '#src/contract/values/countries.ts'
import { type SecretsOf, settingsGroup, type ValuesOf } from '#src/platform/setting.ts'
import { line, list, listOf, text, textThat, wholeNumber } from '#src/platform/setting-schemas.ts'
import type { Settings } from '#src/platform/settings.ts'

const decimalsMax = 36

/** An amount in USDT with at most six decimals; 0 is allowed. */
const amount = textThat(
  (text) => /^\d{1,12}(\.\d{1,6})?$/.test(text),
  (text) => `is "${text}"; it must be an amount in USDT such as 20 or 0.5.`,
).transform((text): Micro => parseMicro(text) ?? 0n)

/** `name, chain id, contract, symbol, decimals`; symbol and decimals as the contract states them. */
const chainOfToken = textThat(
  (text) => /^[^,]+(,[^,]+){4}$/.test(text),
  () => 'must have five values: name, chain id, token contract, symbol and decimals.',
).transform((text, { addIssue }) => {
  const [chainName = '', id = '', contract = '', tokenSymbol = '', decimals = ''] = text
    .split(',')
    .map((one) => one.trim())
  const token: `0x${string}` = `0x${contract.slice(2).toLowerCase()}`
  const [chainId, tokenDecimals] = [Number(id), Number(decimals)]
  if (!/^[1-9]\d{0,14}$/.test(id)) addIssue(`has the chain id "${id}"; it must be a whole number.`)
  if (!/^0x[0-9a-f]{40}$/i.test(contract))
    addIssue(`has the token contract "${contract}"; it must be 0x and 40 digits.`)
  if (!/^\d{1,2}$/.test(decimals) || tokenDecimals > decimalsMax)
    addIssue(`has the decimals "${decimals}"; they are at most ${decimalsMax}.`)
  return { chainName, chainId, token, tokenSymbol, tokenDecimals }
})

const header = textThat(
  (text) => /^[\w-]+:\s*[\x20-\x7e]+$/.test(text),
  () => 'is not a header such as "X-Api-Key: …".',
)

export const dustSettings = settingsGroup('Payments', {
  dust: {
    env: 'DUST_USDT',
    doc: 'a smaller transfer is credit, but changes no order and sends no mail; in the sandbox too',
    schema: amount,
    default: '0.01',
  },
})

/** The networks that every installation knows, with their chains and confirmations. */
const knownNetworks = {
  TRC20: { chain: 'TRON', confirmations: 20, coin: 'TRX', blockMs: 3_000 },
  ETC20: { chain: 'Ethereum', confirmations: 12, coin: 'ETH', blockMs: 12_000 },
} as const

export const knownCodes = ['TRC20', 'ETC20'] as const

export const furtherNetworks = settingsGroup('Payment networks', {
  codes: {
    env: 'PAYMENT_NETWORKS',
    doc: 'names of further EVM networks, separated by commas, such as POLYGON,BASE; each has the settings of ETC20 under its own name, such as POLYGON_XPUB, and needs POLYGON_CHAIN and POLYGON_CONFIRMATIONS; in the sandbox each gets a simulated chain',
    schema: listOf(
      isFreeCode,
      (entry) =>
        `names "${entry}"; a network's name has 2 to 12 capital letters and digits, and is not TRC20 or ETC20.`,
    ).refine((codes) => new Set(codes).size === codes.length, { error: () => 'names a network twice.' }),
    default: () => [],
  },
})

function isFreeCode(code: string): boolean {
  return /^[A-Z][A-Z0-9]{1,11}$/.test(code) && !knownCodes.some((known) => known === code)
}

/**
 * Settings of one payment network of a live installation. A null means the preset of the network. A network that is not
 * built in has no preset for its chain.
 */
function networkGroup(label: string) {
  const known = knownCodes.find((code) => code === label)
  const preset = known ? knownNetworks[known] : { chain: 'EVM', confirmations: null, coin: 'coin', blockMs: 2_000 }
  return settingsGroup(
    `Payments over ${label} (live)`,
    {
      /** The account-level key (m/44'/195'/n' or m/44'/60'/n'). Not a secret: it can spend nothing. Logs redact it. */
      xpub: {
        env: `${label}_XPUB`,
        doc: `${label} (${preset.chain}): account-level extended public key; empty: network not offered (the sandbox brings its own chain)`,
        schema: text,
      },
      /** Detects a swapped key before the first customer pays. */
      firstAddress: { env: `${label}_FIRST_ADDRESS`, doc: 'its address 0, as your own wallet shows it', schema: text },
      rpcUrls: { env: `${label}_RPC_URLS`, doc: 'JSON-RPC nodes, separated by commas', schema: list, secret: true },
      rpcHeader: { env: `${label}_RPC_HEADER`, doc: 'header for them, "Name: value"', schema: header, secret: true },
      secondUrl: {
        env: `${label}_SECOND_URL`,
        doc: 'independent node that must agree on large deposits',
        schema: text,
        secret: true,
      },
      secondHeader: {
        env: `${label}_SECOND_HEADER`,
        doc: 'header for it, "Name: value"',
        schema: header,
        secret: true,
      },
      secondFrom: {
        env: `${label}_SECOND_FROM`,
        doc: 'smallest deposit that it must agree on, USDT; 0: every deposit; empty: 500',
        schema: amount,
      },
      chain: {
        env: `${label}_CHAIN`,
        doc: known
          ? `another chain or token: name, chain id, token contract, its symbol and its decimals, separated by commas; empty: USDT on ${preset.chain}`
          : 'chain and token: name, chain id, token contract, its symbol and its decimals, separated by commas',
        schema: chainOfToken,
      },
      minOrder: {
        env: `${label}_MIN_ORDER`,
        doc: 'smallest order that may be paid on this network, USDT; empty: none',
        schema: amount,
      },
      confirmations: {
        env: `${label}_CONFIRMATIONS`,
        doc: `blocks until a payment counts${preset.confirmations === null ? '' : `; empty: ${preset.confirmations}`}`,
        schema: wholeNumber,
      },
      coin: {
        env: `${label}_COIN`,
        doc: `symbol of the coin that pays the chain's fees; empty: ${preset.coin}`,
        schema: line,
      },
      blockMs: {
        env: `${label}_BLOCK_MS`,
        doc: `time between two blocks of the chain, ms; empty: ${preset.blockMs}`,
        schema: wholeNumber,
      },
      explorer: {
        env: `${label}_EXPLORER`,
        doc: `transaction page with {hash}; empty: ${known ? 'a public one' : 'none'}`,
        schema: text,
      },
    },
    ({ chain, confirmations }) =>
      known === undefined && (chain === null || confirmations === null)
        ? [`PAYMENT_NETWORKS names ${label}: set ${label}_CHAIN and ${label}_CONFIRMATIONS, or take it out.`]
        : [],
  )
}

type NetworkGroup = ReturnType<typeof networkGroup>

const groups = new Map<string, NetworkGroup>()

export function networkSettings(code: string): NetworkGroup {
  const group = groups.get(code) ?? networkGroup(code)
  groups.set(code, group)
  return group
}

/** The names of all networks, whether customers may pay on them or not. */
export function namedNetworks(settings: Settings): string[] {
  return [...knownCodes, ...settings.of(furtherNetworks).codes]
}

/** The networks on which customers may pay, with the names of their chains. */
export function offeredChains(settings: Settings): { code: string; chainName: string }[] {
  return namedNetworks(settings).flatMap((code) => {
    const { xpub, chain } = settings.of(networkSettings(code))
    if (settings.mode === 'live' && xpub === null) return []
    const known = knownCodes.find((one) => one === code)
    return [{ code, chainName: chain?.chainName ?? (known ? knownNetworks[known].chain : code) }]
  })
}

export type NetworkSettings = ValuesOf<NetworkGroup>
/** `rpcUrls`: all nodes but the first are for fail-over. The node at `secondUrl` must agree on large deposits. */
export type NodeSecrets = SecretsOf<NetworkGroup>

const country = textThat(isCountry, (text) => `is "${text}"; it must be a country code such as DE.`)

/** `DE:19, CH:8.1` as hundredths of a percent by country. */
const taxRates = list
  .superRefine((entries, { addIssue }) => {
    for (const entry of entries)
      if (readRate(entry) === null) addIssue(`has "${entry}"; a rate is a country code and percent, such as DE:19.`)
    const countries = entries.map((entry) => entry.slice(0, 2))
    if (new Set(countries).size < countries.length) addIssue('names a country twice.')
  })
  .transform(
    (entries): ReadonlyMap<string, number> =>
      new Map(entries.flatMap((entry) => [readRate(entry)].filter((rate) => rate !== null))),
  )

function readRate(entry: string): [string, number] | null {
  const [, code = '', percent = '', fraction = ''] = /^([A-Z]{2}):\s*(\d{1,2})(?:\.(\d{1,2}))?$/.exec(entry) ?? []
  return isCountry(code) ? [code, Number(percent) * 100 + Number(fraction.padEnd(2, '0'))] : null
}

export const sellerSettings = settingsGroup(
  'Legal entity',
  {
    legalTaxId: { env: 'LEGAL_TAX_ID', doc: 'its tax number on receipts; empty: none', schema: line },
    legalCountry: {
      env: 'LEGAL_COUNTRY',
      doc: 'its country, two letters of ISO 3166; needed for TAX_RATES',
      schema: country,
    },
    taxRates: {
      env: 'TAX_RATES',
      doc: 'tax that prices contain, in percent by the buyer’s country, such as DE:19,FR:20; empty: receipts show no tax',
      schema: taxRates,
    },
    legalJurisdiction: {
      env: 'LEGAL_JURISDICTION',
      doc: 'whose law the terms name; empty: the place where the operator is established',
      schema: line,
    },
  },
  ({ taxRates, legalCountry }) =>
    taxRates !== null && legalCountry === null ? ['TAX_RATES needs LEGAL_COUNTRY, the country of the seller.'] : [],
)
