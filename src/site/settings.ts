import { settingsGroup } from '#src/platform/setting.ts'
import { line, link, listOf, oneOf, text, textThat } from '#src/platform/setting-schemas.ts'

/** A redirect. `to` is a path of the site or an absolute address. */
export type RouteRule = { from: string; to: string }

/** The operator's own figures of the network. Null: the measured figure, or an example in a sandbox. */
export const claimSettings = settingsGroup('Figures on the home page', {
  users: {
    env: 'CLAIM_USERS',
    doc: 'your own figure of users on the home page, such as over 900; empty: the accounts counted here, in a sandbox an example',
    schema: line,
  },
  rows: {
    env: 'CLAIM_ROWS',
    doc: 'your own figure of rows of data; empty: those counted here, in a sandbox an example',
    schema: line,
  },
  raw: {
    env: 'CLAIM_RAW_DATA',
    doc: 'your own figure of stored data; empty: the bytes measured here, in a sandbox an example',
    schema: line,
  },
  messages: {
    env: 'CLAIM_MESSAGES',
    doc: 'your own figure of messages a second; empty: the most delivered here, in a sandbox an example',
    schema: line,
  },
})

export const pageSettings = settingsGroup('Pages', {
  docsUrl: {
    env: 'DOCS_URL',
    doc: 'documentation elsewhere, with the same paths below it as our own /docs; empty: our own',
    schema: link,
  },
  blogUrl: {
    env: 'BLOG_URL',
    doc: 'blog elsewhere, with the same paths below it as our own /blog; empty: our own',
    schema: link,
  },
  cookieDomain: {
    env: 'COOKIE_DOMAIN',
    doc: "parent domain that shares the reader's language and theme, such as example.com; empty: only the host of PUBLIC_URL",
    schema: textThat(
      (text) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text),
      (text) => `is "${text}"; it must be a domain such as example.com.`,
    ),
  },
  routeRules: {
    env: 'ROUTE_RULES',
    doc: 'redirects, separated by commas: /promo=/pricing, /old=https://example.com/new',
    schema: listOf(
      (entry) => ruleOf(entry) !== null,
      (entry) => `has "${entry}"; a rule is /path=/path or /path=https://example.com/path.`,
    ).transform((entries) => entries.flatMap((entry) => ruleOf(entry) ?? [])),
    default: () => [],
  },
  analyticsUrl: {
    env: 'ANALYTICS_URL',
    doc: 'address of an analytics tag script; empty: none is loaded',
    schema: link,
  },
  analyticsTagId: { env: 'ANALYTICS_TAG_ID', doc: 'tag id for ANALYTICS_URL', schema: text },
  analyticsConsent: {
    env: 'ANALYTICS_CONSENT',
    doc: 'required: count clicks only after the reader agrees, who is asked where ANALYTICS_URL is set; given: count without asking',
    schema: oneOf('required', 'given'),
    default: 'required',
  },
})

/** Parses one redirect. Only the operator's list may redirect to other sites. */
function ruleOf(entry: string): RouteRule | null {
  const [from = '', ...rest] = entry.split('=')
  const to = rest.join('=')
  const isPath = /^\/(?!\/)\S*$/.test(to)
  const isAddress = URL.canParse(to) && /^https?:$/.test(new URL(to).protocol)
  return /^\/(?!\/)[^?#\s]*$/.test(from) && (isPath || isAddress) ? { from, to } : null
}
