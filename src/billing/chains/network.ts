import { minuteMs } from '#src/contract/time.ts'
import type { Settings } from '#src/platform/settings.ts'
import { type NetworkSettings, networkSettings } from '../settings.ts'
import type { Address20, AddressFormat } from './address.ts'
import { sandboxXpubs } from './well-known.ts'

/** The customers' label of a network. Its chain is a setting, always shown beside the label. */
export const networkCodes = ['TRC20', 'ETC20'] as const
export type NetworkCode = (typeof networkCodes)[number]

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
  /** Address 0 as the operator's wallet shows it; detects a swapped key. */
  canary: string
  /** Required confirmations, including the transfer's own block. A chain with the `finalized` tag may need fewer. */
  confirmations: number
  /** `tag`: uses `finalized` when the node supports it, otherwise depth. `depth`: counts blocks. */
  finality: 'tag' | 'depth'
  /** Deposits of at least this amount wait for the `finalized` tag where the chain has it; null: none waits. */
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
  /** Daily calls that the node allows. The watcher slows down to stay below. */
  callsPerDay: number
  callsPerSecond: number
  /** Deposits of at least this amount need the agreement of a second source, if one is configured. */
  secondSourceFrom: bigint
  /** The smallest payable order, micro-USDT. Sweeping a smaller payment would cost more than it yields. */
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

const presets: Record<NetworkCode, Preset> = {
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
  pollIdleMs: 5_000,
  blockMs: 500,
  callsPerDay: 10_000_000,
  callsPerSecond: 10_000,
  explorer: null,
}

const sandboxNetworks: Record<NetworkCode, Network> = {
  TRC20: {
    ...presets.TRC20,
    ...sandboxPace,
    chainName: 'Sandbox TRON',
    chainId: 31_338,
    xpub: sandboxXpubs.TRC20,
    canary: 'TUUGiVPKJwkmm7MxqNAobzYcsve7nzWZDd',
  },
  ETC20: {
    ...presets.ETC20,
    ...sandboxPace,
    chainName: 'Sandbox Ethereum',
    chainId: 31_337,
    xpub: sandboxXpubs.ETC20,
    canary: '0xDe5882cdc3eE8eF74aE483fe13A0E64d65D270d9',
  },
}

/** The networks on which customers may pay: the sandbox's own chains, or those that the operator configured. */
export function networksOf(settings: Settings): Network[] {
  return networkCodes.flatMap((code) => {
    if (settings.mode === 'sandbox') return [sandboxNetworks[code]]
    const configured = settings.of(networkSettings[code])
    return configured.xpub === null ? [] : [liveNetwork(presets[code], configured, configured.xpub)]
  })
}

/**
 * The number of blocks below the head that each scan reads again, in case of reorganisations; the cursor stays below
 * them. Twice the confirmations, between 64 and 512.
 */
export function rewindOf(network: Pick<Network, 'confirmations'>): number {
  return Math.min(512, Math.max(64, 2 * network.confirmations))
}

export function minutesToFinal(network: Network): number {
  return Math.max(1, Math.round((network.confirmations * network.blockMs) / minuteMs))
}

function liveNetwork(preset: Preset, configured: NetworkSettings, xpub: string): Network {
  return {
    ...preset,
    xpub,
    canary: configured.firstAddress ?? '',
    ...configured.chain,
    secondSourceFrom: configured.secondFrom ?? preset.secondSourceFrom,
    minOrder: configured.minOrder ?? preset.minOrder,
    confirmations: configured.confirmations ?? preset.confirmations,
    explorer: configured.explorer ?? preset.explorer,
  }
}
