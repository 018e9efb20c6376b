import type { Secrets, Settings } from '#src/platform/settings.ts'
import { furtherNetworks, namedNetworks, networkSettings } from '../settings.ts'
import { openXpub, type XpubProblem } from './derivation.ts'
import { type Network, networksOf, sandboxChains } from './network.ts'
import { isWellKnownTestKey, publicKeyOf } from './well-known.ts'

/** The chain id of Ethereum Classic, which was reorganised thousands of blocks deep. */
const ethereumClassic = 61
const classicConfirmationsMin = 12_000

const keyProblems: Record<XpubProblem, string> = {
  not_an_xpub: 'is not an extended public key',
  private_key: 'is a PRIVATE key: it must never be on this machine. Treat it as leaked and make a new one',
  wrong_depth: "is not at account level (m/44'/60'/0' or m/44'/195'/0')",
  canary_mismatch: 'does not give the configured first address as its address 0: the wrong key, or the wrong coin',
}

/** The problems that prevent these settings from accepting real money, one sentence each; empty when there are none. */
export function paymentProblems(settings: Settings, secrets: Secrets): string[] {
  const sells = settings.roles.includes('site') || settings.roles.includes('payments')
  if (!sells) return []
  const networks = networksOf({ ...settings, mode: 'live' })
  if (networks.length === 0) {
    const [first] = namedNetworks(settings)
    return [`MODE=live needs a payment network: set ${first}_XPUB, ${first}_FIRST_ADDRESS and ${first}_RPC_URLS.`]
  }
  const further = settings
    .of(furtherNetworks)
    .codes.filter((code) => networks.every((network) => network.code !== code))
  return [
    ...further.map((code) => `PAYMENT_NETWORKS names ${code}: set ${code}_XPUB, or take it out.`),
    ...networks.flatMap((network, position) => [
      ...keyProblem(network),
      ...chainProblems(network),
      ...networks.slice(0, position).flatMap((other) => sharedProblems(network, other)),
      ...(settings.roles.includes('payments') ? nodeProblems(network, secrets) : []),
    ]),
  ]
}

function keyProblem(network: Network): string[] {
  if (network.canary === '')
    return [`MODE=live needs ${network.code}_FIRST_ADDRESS: address 0 of the key, as your own wallet shows it.`]
  const opened = openXpub(network.xpub, { format: network.addressFormat, canary: network.canary })
  if ('problem' in opened) return [`${network.code}_XPUB ${keyProblems[opened.problem]}.`]
  return isWellKnownTestKey(network.xpub, network.code)
    ? [`${network.code}_XPUB belongs to a published test phrase: anybody could take the money. Use a key of your own.`]
    : []
}

/**
 * With one key for two networks, two customers would get the same address, and a transfer on the wrong network would be
 * credited to the wrong customer.
 */
function sharedProblems(network: Network, other: Network): string[] {
  const sameKey = network.addressFormat === other.addressFormat && publicKeyOf(network.xpub) === publicKeyOf(other.xpub)
  const sameToken = network.chainId === other.chainId && network.token === other.token
  return [
    ...(sameKey
      ? [
          `${network.code}_XPUB is the key of ${other.code}: give each network an account of its own, such as m/44'/60'/1'.`,
        ]
      : []),
    ...(sameToken ? [`${network.code}_CHAIN names the token of ${other.code} on chain ${other.chainId}.`] : []),
  ]
}

function chainProblems({ code, chainId, confirmations }: Network): string[] {
  if (chainId >= sandboxChains.first && chainId <= sandboxChains.last)
    return [`${code}_CHAIN names ${chainId}, which is a test chain, and MODE=live takes real money.`]
  if (chainId === ethereumClassic && confirmations < classicConfirmationsMin) {
    return [
      `${code}_CHAIN names 61, Ethereum Classic, whose blocks were replaced thousands deep: ${code}_CONFIRMATIONS must be at least ${classicConfirmationsMin}.`,
    ]
  }
  return []
}

function nodeProblems({ code }: Network, secrets: Secrets): string[] {
  const { rpcUrls, secondUrl } = secrets.of(networkSettings(code))
  if (rpcUrls === null || rpcUrls.length === 0)
    return [`MODE=live needs ${code}_RPC_URLS: the nodes that watch for payments.`]
  const urls = [...rpcUrls, ...(secondUrl === null ? [] : [secondUrl])]
  return urls.some((url) => !isPublicHttps(url))
    ? [`${code}_RPC_URLS must be https addresses of nodes on the network, not of this machine or a private one.`]
    : []
}

function isPublicHttps(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const own = /^(localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|0\.|\[(::1|f[cde]|::ffff:))/i
  return protocol === 'https:' && !own.test(hostname)
}
