import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  type DiscoveryRequestOptions,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { Platform } from '#src/platform/platform.ts'
import type { SignInProvider } from '#src/platform/settings.ts'

const timeoutSeconds = 8
/** The third-party sign-ins the operator configured. */
export function providersOf(ctx: Platform): readonly SignInProvider[] {
  return ctx.settings.signInProviders
}

export function providerById(ctx: Platform, id: string): SignInProvider | null {
  return providersOf(ctx).find((provider) => provider.id === id) ?? null
}

const known = new WeakMap<Platform, Map<string, Promise<Configuration>>>()

/** The provider's endpoints and keys, read once; a failed reading is tried again next time. */
export function clientOf(ctx: Platform, provider: SignInProvider): Promise<Configuration> {
  const clients = known.get(ctx) ?? new Map<string, Promise<Configuration>>()
  known.set(ctx, clients)
  const there = clients.get(provider.id)
  if (there) return there
  const client = openClient(provider)
  clients.set(provider.id, client)
  client.catch(() => clients.delete(provider.id))
  return client
}

async function openClient(provider: SignInProvider): Promise<Configuration> {
  const authentication = ClientSecretPost(provider.clientSecret())
  const issuer = new URL(provider.issuer)
  // plain http only reaches a provider on this very machine
  const isLocal = issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname)
  if (provider.kind === 'github') {
    const client = new Configuration(githubEndpoints(provider.issuer), provider.clientId, {}, authentication)
    client.timeout = timeoutSeconds
    if (isLocal) allowInsecureRequests(client)
    return client
  }
  // an ID token counts only with a signature by a key of the issuer, TLS or not
  const execute = [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])]
  const options: DiscoveryRequestOptions = { timeout: timeoutSeconds, execute }
  return discovery(issuer, provider.clientId, {}, authentication, options)
}

/** GitHub speaks OAuth without OpenID Connect: its endpoints stand nowhere but in its manual. */
function githubEndpoints(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
}

/** github.com has a host for its API; every other GitHub serves it under a path. */
export function githubApi(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
}

function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
