import {
  type Configuration,
  fetchProtectedResource,
  fetchUserInfo,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { z } from 'zod'
import { canonicalAddress } from '../account/address.ts'
import { githubApi, type Provider } from './providers.ts'

/** Only issuer and subject identify a person at a provider. A verified address only helps to find an account. */
export type Identity = {
  provider: string
  providerName: string
  issuer: string
  subject: string
  email: string
  emailVerified: boolean
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

const claimsOfUser = z.object({ email: z.string(), email_verified: z.boolean().or(z.literal('true')).optional() })
const githubUser = z.object({ id: z.number() })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** Reads the identity. Throws for an invalid response: no subject, no address, another person's profile. */
export async function readIdentity(client: Configuration, provider: Provider, tokens: Tokens): Promise<Identity> {
  const named = { provider: provider.id, providerName: provider.name }
  if (provider.kind === 'github') return { ...named, ...(await readGithub(client, provider.issuer, tokens)) }
  const claims = tokens.claims()
  if (!claims?.sub || claims.sub.includes('\0')) throw new Error('the ID token names no subject that can be kept')
  const user = claimsOfUser.safeParse(claims)
  const found = user.success
    ? user.data
    : claimsOfUser.parse(await fetchUserInfo(client, tokens.access_token, claims.sub))
  const verified = found.email_verified === true || found.email_verified === 'true'
  return {
    ...named,
    issuer: claims.iss,
    subject: claims.sub,
    email: requireEmail(found.email),
    emailVerified: verified,
  }
}

async function readGithub(client: Configuration, issuer: string, tokens: Tokens) {
  const read = async (path: string) => {
    const url = new URL(githubApi(issuer) + path)
    const answer = await fetchProtectedResource(client, tokens.access_token, url, 'GET', null)
    const body: unknown = await answer.json()
    return body
  }
  const { id } = githubUser.parse(await read('/user'))
  const primary = githubEmails.parse(await read('/user/emails')).find((one) => one.primary)
  if (!primary) throw new Error('GitHub names no primary address')
  return {
    issuer,
    subject: String(id),
    email: requireEmail(primary.email),
    emailVerified: primary.verified,
  }
}

function requireEmail(text: string): string {
  const email = canonicalAddress(text)
  if (!email) throw new Error('the provider names no usable address')
  return email
}
