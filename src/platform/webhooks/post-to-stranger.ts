import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { isTrusted } from '../http/client-address.ts'

export class PrivateAddress extends Error {
  constructor(host: string) {
    super(`${host} is not a public address`)
    this.name = 'PrivateAddress'
  }
}

type Post = {
  url: URL
  headers: Record<string, string>
  body: string
  /** Private networks that may be reached nevertheless. */
  networks: readonly string[]
  signal: AbortSignal
}

/**
 * Posts to an address given by a customer and returns the status. The resolved address of the actual connection is
 * checked, so that no name leads into a private network. Redirects are not followed, and the response body is not
 * read.
 */
export function postToStranger({ url, headers, body, networks, signal }: Post): Promise<number> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !mayReach(host, networks)) return Promise.reject(new PrivateAddress(host))
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = String(Buffer.byteLength(body))
  return new Promise((done, failed) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: publicLookup(networks),
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

export function mayReach(address: string, networks: readonly string[]): boolean {
  return isTrusted(networks, address) || isPublic(address)
}

function publicLookup(networks: readonly string[]): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const open = found.filter(({ address }) => mayReach(address, networks))
      const [first] = open
      if (!first) return done(new PrivateAddress(host), '', 0)
      if (options.all) return done(null, open)
      done(null, first.address, first.family)
    })
  }
}

/** Addresses that are not reached over the Internet, from IANA's special-purpose registries. */
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
