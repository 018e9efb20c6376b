import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { refuse } from '#src/contract/errors.ts'
import { cookieNameOn, cookieText } from '#src/contract/privacy/browser-data.ts'
import { defineRoute } from '#src/contract/route.ts'
import type { Api } from '../../http/api.ts'
import { isLoopback, isTrusted, wholeClientAddress } from '../../http/client-address.ts'
import { readCookie } from '../../http/cookie.ts'
import type { Keyring } from '../../platform.ts'
import type { Settings } from '../../settings.ts'

export const openPrefix = '/dev/open/'

/**
 * Headers of a proxy. They identify a stranger's request that a proxy of this machine sends over the loopback
 * interface.
 */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Opens the mailbox and the test wallet of a sandbox to programs and browsers of this machine, and to a browser that
 * has opened the link printed at the start. All processes with one key ring have the same link.
 */
export class SandboxAccess {
  readonly secret: string
  readonly link: string
  readonly #settings: Settings
  readonly #cookie: string

  constructor(settings: Settings, keyring: Keyring) {
    this.secret = keyring.sign('mailbox and wallet', 'sandbox-access')
    this.link = `${settings.publicUrl}${openPrefix}${this.secret}`
    this.#settings = settings
    this.#cookie = cookieNameOn(settings.publicUrl.startsWith('https:'), 'sandbox')
  }

  mayOpen(incoming: IncomingMessage): boolean {
    return this.#isLocal(incoming) || this.isSecret(readCookie(incoming.headers.cookie ?? '', this.#cookie) ?? '')
  }

  isSecret(text: string): boolean {
    const [given, expected] = [Buffer.from(text), Buffer.from(this.secret)]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  #isLocal(incoming: IncomingMessage): boolean {
    const { trustedProxies } = this.#settings
    const peer = wholeClientAddress(incoming, [])
    if (!isLoopback(peer) || !isLoopback(wholeClientAddress(incoming, trustedProxies))) return false
    return isTrusted(trustedProxies, peer) || forwardingHeaders.every((name) => incoming.headers[name] === undefined)
  }
}

const openRoute = defineRoute({
  method: 'GET',
  path: `${openPrefix}{secret}`,
  summary: 'Open the mailbox and the test wallet for this browser',
  auth: 'none',
  params: z.object({ secret: z.string().max(200) }),
  data: z.unknown(),
  errors: ['sandbox_locked'],
  streamed: true,
})

export function mountSandboxAccess(api: Api, access: SandboxAccess): void {
  api.handle(openRoute, async ({ settings }, { params }) => {
    if (!access.isSecret(params.secret)) throw refuse('sandbox_locked')
    const secure = settings.publicUrl.startsWith('https:')
    const cookie = cookieText('sandbox', access.secret, { secure, httpOnly: true })
    const headers = { location: '/dev/mailbox', 'set-cookie': cookie, 'cache-control': 'no-store' }
    return new Response(null, { status: 303, headers: { ...headers, 'referrer-policy': 'no-referrer' } })
  })
}
