import { refuse } from '#src/contract/errors.ts'
import { minuteMs } from '#src/contract/time.ts'
import type { Settings } from '#src/platform/settings.ts'
import { knownCodes, type NetworkSettings, namedNetworks, networkSettings } from '../settings.ts'
import { type Address20, type AddressFormat, formatAddress } from './address.ts'
import { sandboxKeyOf } from './well-known.ts'

/** The label of a network that customers see. The network's chain is a setting, always shown beside the label. */
export type NetworkCode = string

export type Network = {
  code: NetworkCode
  chainName: string
  chainId: number
  token: Address20
  tokenSymbol: string
  tokenDecimals: number
  nativeCoin: { symbol: string; decimals: number }
  addressFormat: AddressFormat
  xpub: string
  /** Address 0 as the operator's wallet shows it. A swapped key is detected, because its address 0 is different. */
  canary: string
  /** Required confirmations, including the transfer's own block. A chain with the `finalized` tag may need fewer. */
  confirmations: number
  /** `tag`: uses `finalized` when the node supports it, otherwise depth. `depth`: counts blocks. */
  finality: 'tag' | 'depth'
  /**
   * Deposits of at least this amount wait for the `finalized` tag if the chain has one; null: no deposit waits for it.
   */
  finalizedFrom: bigint | null
  /** Maximum depth of the `finalized` tag, shown as the confirmations that large deposits need. */
  finalizedBlocks: number
  /** Maximum number of blocks per eth_getLogs call. */
  spanMax: number
  recipientsPerCall: number
  pollOpenMs: number
  pollIdleMs: number
  blockMs: number
  /** A node whose newest block is older than this is not trusted. */
  headAgeMaxMs: number
  /** Daily calls that the node allows. The watcher slows down to stay below this number. */
  callsPerDay: number
  callsPerSecond: number
  /** Deposits of at least this amount need the agreement of a second source, if one is configured. */
  secondSourceFrom: bigint
  /** The smallest payable order, micro-USDT. Sweeping a smaller payment may cost more than the payment. */
  minOrder: bigint
  /** URL of the explorer page of a transaction, with `{hash}`; null when there is none. */
  explorer: string | null
}

const common = {
  tokenSymbol: 'USDT',
  tokenDecimals: 6,
  finalizedFrom: null,
  finalizedBlocks: 96,
  spanMax: 500,
  recipientsPerCall: 1_000,
  pollIdleMs: minuteMs,
  secondSourceFrom: 500_000_000n,
  minOrder: 0n,
} as const

type Preset = Omit<Network, 'xpub' | 'canary'>

const usualBlockMs = 2_000

const presets: Record<(typeof knownCodes)[number], Preset> = {
  TRC20: {
    ...common,
    code: 'TRC20',
    chainName: 'TRON',
    nativeCoin: { symbol: 'TRX', decimals: 6 },
    chainId: 728_126_428,
    token: '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
    addressFormat: 'tron',
    confirmations: 20,
    finality: 'tag',
    pollOpenMs: 6_000,
    blockMs: 3_000,
    headAgeMaxMs: minuteMs,
    callsPerDay: 90_000,
    callsPerSecond: 15,
    explorer: 'https://tronscan.org/#/transaction/{hash}',
  },
  ETC20: {
    ...common,
    code: 'ETC20',
    chainName: 'Ethereum',
    nativeCoin: { symbol: 'ETH', decimals: 18 },
    chainId: 1,
    token: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    addressFormat: 'evm',
    confirmations: 12,
    finality: 'depth',
    finalizedFrom: 2_000_000_000n,
    pollOpenMs: 12_000,
    blockMs: 12_000,
    headAgeMaxMs: 180_000,
    callsPerDay: 90_000,
    callsPerSecond: 15,
    explorer: 'https://etherscan.io/tx/{hash}',
  },
}

const sandboxPace = {
  pollOpenMs: 500,
  blockMs: 500,
  callsPerDay: 10_000_000,
  callsPerSecond: 10_000,
  explorer: null,
}

/** Chain ids of the sandbox, which no real chain uses. */
export const sandboxChains = { first: 31_337, last: 31_399 }

/** The networks on which customers may pay: the sandbox's own chains, or the networks that the operator configured. */
export function networksOf(settings: Settings): Network[] {
  return namedNetworks(settings).flatMap((code, position) => {
    const configured = settings.of(networkSettings(code))
    const preset = presetOf(code, configured)
    if (settings.mode === 'sandbox') return [sandboxNetwork(preset, position)]
    return configured.xpub === null ? [] : [liveNetwork(preset, configured, configured.xpub)]
  })
}

/** The network with this code. Refuses a network that customers may not use now, or that the settings do not name. */
export function networkNamed(settings: Settings, code: NetworkCode): Network {
  const network = networksOf(settings).find((offered) => offered.code === code)
  if (network) return network
  if (!namedNetworks(settings).includes(code)) throw refuse('invalid_parameter', { param: 'network' })
  throw refuse('network_unavailable', { param: 'network', values: { network: code } })
}

/**
 * The number of blocks below the head that each scan reads again, in case of reorganisations; the cursor stays below
 * these blocks. The number is twice the confirmations, but at least 64 and at most 512.
 */
export function rewindOf(network: Pick<Network, 'confirmations'>): number {
  return Math.min(512, Math.max(64, 2 * network.confirmations))
}

export function minutesToFinal(network: Network): number {
  return Math.max(1, Math.round((network.confirmations * network.blockMs) / minuteMs))
}

/** The data of a network's chain: built in for known networks, otherwise from the settings. */
function presetOf(code: NetworkCode, configured: NetworkSettings): Preset {
  const known = knownCodes.find((one) => one === code)
  if (known) return presets[known]
  const blockMs = configured.blockMs ?? usualBlockMs
  return {
    ...presets.ETC20,
    code,
    chainName: code,
    ...configured.chain,
    nativeCoin: { symbol: configured.coin ?? 'coin', decimals: 18 },
    confirmations: configured.confirmations ?? presets.ETC20.confirmations,
    // A chain on top of Ethereum is final when Ethereum is, after about 15 minutes; 20 minutes leave a margin.
    finalizedBlocks: Math.ceil((20 * minuteMs) / blockMs),
    pollOpenMs: Math.max(6_000, blockMs),
    headAgeMaxMs: Math.max(minuteMs, 15 * blockMs),
    blockMs,
    explorer: null,
  }
}

function sandboxNetwork(preset: Preset, position: number): Network {
  const chainId = sandboxChains.first + (position < 2 ? 1 - position : position)
  const key = sandboxKeyOf(preset.code)
  return { ...preset, ...sandboxPace, chainName: `Sandbox ${preset.chainName}`, chainId, ...key }
}

function liveNetwork(preset: Preset, configured: NetworkSettings, xpub: string): Network {
  return {
    ...preset,
    xpub,
    canary: configured.firstAddress ?? '',
    ...configured.chain,
    nativeCoin: { ...preset.nativeCoin, symbol: configured.coin ?? preset.nativeCoin.symbol },
    blockMs: configured.blockMs ?? preset.blockMs,
    confirmations: configured.confirmations ?? preset.confirmations,
    secondSourceFrom: configured.secondFrom ?? preset.secondSourceFrom,
    minOrder: configured.minOrder ?? preset.minOrder,
    explorer: configured.explorer ?? preset.explorer,
  }
}

/** An address in the form that wallets and explorers of its network show. */
export function shownAddress(settings: Settings, code: NetworkCode, address: Address20): string {
  const network = networksOf(settings).find((known) => known.code === code)
  return formatAddress(address, network?.addressFormat ?? (code === 'TRC20' ? 'tron' : 'evm'))
}
