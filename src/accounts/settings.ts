import { settingsGroup } from '#src/platform/setting.ts'
import { line, link, oneOf, text } from '#src/platform/setting-schemas.ts'

export const signInSettings = settingsGroup(
  'Sign-in',
  {
    enumeration: {
      env: 'ENUMERATION',
      doc: 'strict: never tell who has an account; friendly: tell at once',
      schema: oneOf('strict', 'friendly'),
      default: 'strict',
    },
    oidcIssuer: {
      env: 'OIDC_ISSUER',
      doc: 'any OpenID Connect provider; register PUBLIC_URL/callback there',
      schema: link,
    },
    oidcName: { env: 'OIDC_NAME', doc: 'the name on its button', schema: line, default: 'OpenID' },
    oidcClientId: { env: 'OIDC_CLIENT_ID', doc: 'client id at that provider', schema: text },
    oidcClientSecret: { env: 'OIDC_CLIENT_SECRET', doc: 'client secret at that provider', schema: text, secret: true },
    googleClientId: { env: 'GOOGLE_CLIENT_ID', doc: 'sign-in with Google', schema: text },
    googleClientSecret: { env: 'GOOGLE_CLIENT_SECRET', doc: 'its secret', schema: text, secret: true },
    githubClientId: { env: 'GITHUB_CLIENT_ID', doc: 'sign-in with GitHub', schema: text },
    githubClientSecret: { env: 'GITHUB_CLIENT_SECRET', doc: 'its secret', schema: text, secret: true },
  },
  (given) => [
    ...pair('OIDC', given.oidcClientId, given.oidcClientSecret),
    ...pair('GOOGLE', given.googleClientId, given.googleClientSecret),
    ...pair('GITHUB', given.githubClientId, given.githubClientSecret),
    ...((given.oidcIssuer !== null) === (given.oidcClientId !== null && given.oidcClientSecret !== null)
      ? []
      : ['OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together. Set all three, or none.']),
  ],
)

function pair(name: string, id: string | null, secret: string | null): string[] {
  if ((id === null) === (secret === null)) return []
  return [`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together. Set both, or none.`]
}
