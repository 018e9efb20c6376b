import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  customFetch,
  type DiscoveryRequestOptions,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { fetchAtMost } from '#src/platform/http/read-at-most.ts'
import type { SecretsOf, ValuesOf } from '#src/platform/setting.ts'
import type { Settings } from '#src/platform/settings.ts'
import { signInSettings } from '../settings.ts'

const timeoutSeconds = 8
/** Far above the size of any provider's keys, tokens and profiles. */
const answerBytesMax = 512 * 1024
const boundedFetch = fetchAtMost(answerBytesMax)

export type Provider = {
  id: string
  name: string
  kind: 'oidc' | 'github'
  /** The base URL of OpenID Connect, below which `/.well-known/openid-configuration` is found. */
  issuer: string
  clientId: string
}

/** The display name of a provider, even when it is no longer configured. */
export function providerName(settings: Settings, id: string): string {
  const names: Record<string, string> = {
    oidc: settings.of(signInSettings).oidcName,
    google: 'Google',
    github: 'GitHub',
  }
  return names[id] ?? id
}

/** The third-party sign-ins that the operator configured. No method returns a secret. */
export class Providers {
  readonly #known: ReadonlyMap<string, Provider>
  readonly #secrets: ReadonlyMap<string, string>
  readonly #clients = new Map<string, Promise<Configuration>>()

  constructor(configured: readonly (Provider & { clientSecret: string })[]) {
    this.#known = new Map(configured.map(({ clientSecret, ...provider }) => [provider.id, provider]))
    this.#secrets = new Map(configured.map(({ id, clientSecret }) => [id, clientSecret]))
  }

  get names(): { id: string; name: string }[] {
    return [...this.#known.values()].map(({ id, name }) => ({ id, name }))
  }

  find(id: string): Provider | null {
    return this.#known.get(id) ?? null
  }

  /** The provider's client. Its configuration is read once. After a failed read the next call reads it again. */
  clientOf(provider: Provider): Promise<Configuration> {
    const { id } = provider
    const there = this.#clients.get(id)
    if (there) return there
    const client = openClient(provider, this.#secrets.get(id) ?? '')
    this.#clients.set(id, client)
    client.catch(() => this.#clients.delete(id))
    return client
  }
}

export function openProviders(
  settings: ValuesOf<typeof signInSettings>,
  secrets: SecretsOf<typeof signInSettings>,
): Providers {
  const google = { id: 'google', name: 'Google', kind: 'oidc', issuer: 'https://accounts.google.com' } as const
  const github = { id: 'github', name: 'GitHub', kind: 'github', issuer: 'https://github.com' } as const
  const oidc = { id: 'oidc', name: settings.oidcName, kind: 'oidc', issuer: settings.oidcIssuer ?? '' } as const
  const all = [
    { ...oidc, clientId: settings.oidcClientId, clientSecret: secrets.oidcClientSecret },
    { ...google, clientId: settings.googleClientId, clientSecret: secrets.googleClientSecret },
    { ...github, clientId: settings.githubClientId, clientSecret: secrets.githubClientSecret },
  ]
  return new Providers(
    all.flatMap(({ clientId, clientSecret, ...provider }) =>
      clientId === null || clientSecret === null ? [] : [{ ...provider, clientId, clientSecret }],
    ),
  )
}

async function openClient(provider: Provider, secret: string): Promise<Configuration> {
  const authentication = ClientSecretPost(secret)
  const issuer = new URL(provider.issuer)
  // Plain http is allowed only for a provider on this machine.
  const isLocal = issuer.protocol === 'http:' && isLoopbackHost(issuer.hostname)
  if (provider.kind === 'github') {
    const client = new Configuration(githubEndpoints(provider.issuer), provider.clientId, {}, authentication)
    client.timeout = timeoutSeconds
    client[customFetch] = boundedFetch
    if (isLocal) allowInsecureRequests(client)
    return client
  }
  // An ID token is valid only with a signature by a key of the issuer, even when it comes over TLS.
  const execute = [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])]
  const options: DiscoveryRequestOptions = { timeout: timeoutSeconds, execute, [customFetch]: boundedFetch }
  return discovery(issuer, provider.clientId, {}, authentication, options)
}

/** GitHub has OAuth without OpenID Connect, so its endpoints come from its manual. */
function githubEndpoints(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
}

/** github.com has a separate host for its API; GitHub Enterprise serves it under a path. */
export function githubApi(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`
}

function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}
