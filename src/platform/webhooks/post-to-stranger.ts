import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { isTrusted } from '../http/client-address.ts'

class ClosedAddress extends Error {
  constructor(host: string, port: number) {
    super(`${host} is not a public address, or webhooks may not use port ${port}`)
    this.name = 'ClosedAddress'
  }
}

/** `networks`: private networks that may be reached, at any port. `ports`: the permitted ports of public addresses. */
export type Reach = { networks: readonly string[]; ports: readonly number[] }

type Post = {
  url: URL
  headers: Record<string, string>
  body: string
  reach: Reach
  signal: AbortSignal
}

/**
 * Posts to an address given by a customer and returns the status. The resolved address of the actual connection is
 * checked, so no name leads into a private network outside `reach`. Redirects are not followed, and the response body
 * is not read.
 */
export function postToStranger({ url, headers, body, reach, signal }: Post): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = portOf(url)
  if (isIP(host) !== 0 && !mayReach(host, port, reach)) return Promise.reject(new ClosedAddress(host, port))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = String(Buffer.byteLength(body))
  return new Promise((done, failed) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: publicLookup(port, reach),
        headers: { ...headers, 'content-length': length },
      },
      (response) => {
        done(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}

export function mayReach(address: string, port: number, { networks, ports }: Reach): boolean {
  return isTrusted(networks, address) || (ports.includes(port) && isPublic(address))
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

function publicLookup(port: number, reach: Reach): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const open = found.filter(({ address }) => mayReach(address, port, reach))
      const [first] = open
      if (!first) return done(new ClosedAddress(host, port), '', 0)
      if (options.all) return done(null, open)
      done(null, first.address, first.family)
    })
  }
}

/** Addresses that are not reachable over the Internet, from IANA's special-purpose registries. */
const privateRanges = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]
const closed = new BlockList()
for (const range of privateRanges) {
  const [address = '', bits] = range.split('/')
  closed.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
}
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

function isPublic(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !closed.check(address)
  return global.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
