import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** The canonical address: IPv4, or IPv6 as its /64. `X-Forwarded-For` counts only from a configured proxy. */
export function clientAddress(incoming: IncomingMessage | undefined, trustedProxies: readonly string[]): string {
  return network(wholeClientAddress(incoming, trustedProxies))
}

/** Like `clientAddress`, but with the complete IPv6 address. */
export function wholeClientAddress(incoming: IncomingMessage | undefined, trustedProxies: readonly string[]): string {
  const peer = canonical(incoming?.socket.remoteAddress ?? '127.0.0.1')
  const header = incoming?.headers['x-forwarded-for']
  if (trustedProxies.length === 0 || !header) return peer
  const hops = String(header)
    .split(',')
    .map((hop) => canonical(hop.trim()))
  let caller = peer
  while (isTrusted(trustedProxies, caller)) {
    const next = hops.pop()
    if (!next || isIP(next) === 0) break
    caller = next
  }
  return caller
}

export function peerAddress(remoteAddress: string | undefined): string {
  return network(canonical(remoteAddress ?? '127.0.0.1'))
}

export function isTrusted(trustedProxies: readonly string[], address: string | undefined): boolean {
  if (trustedProxies.length === 0 || address === undefined) return false
  return isWithin(trustedProxies, canonical(address))
}

/** Whether a canonical address is in one of the networks. Each list is compiled at its first use. */
export function isWithin(networks: readonly string[], address: string): boolean {
  return isIP(address) !== 0 && blockList(networks).check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** Whether an address is this machine's. `clientAddress` returns `::/64` for `::1`. */
export function isLoopback(address: string): boolean {
  return address.startsWith('127.') || address === '::/64' || address === '::1'
}

function canonical(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  return mapped?.[1] ?? bare.toLowerCase()
}

function network(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0')
  const groups = [...left, ...zeros, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${groups.join(':').replace(/(:0)+$|^(0(:0)*)$/, '')}::/64`
}

const lists = new WeakMap<readonly string[], BlockList>()

function blockList(proxies: readonly string[]): BlockList {
  const known = lists.get(proxies)
  if (known) return known
  const list = new BlockList()
  for (const entry of proxies) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  lists.set(proxies, list)
  return list
}
