import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

/* Schemas of settings. An issue's message is shown after the variable's name. */

const lineLengthMax = 300
const portMax = 65_535
const gatewaysMax = 64

/** A text that must satisfy `isRight`. `refusal` returns the error message. */
export function textThat(isRight: (text: string) => boolean, refusal: (text: string) => string) {
  return z.string().refine(isRight, { error: ({ input }) => refusal(String(input)) })
}

export const text = z.string()

export function oneOf<const T extends string>(...allowed: [T, ...T[]]) {
  return z.enum(allowed, { error: ({ input }) => `is "${input}"; it must be one of ${allowed.join(', ')}.` })
}

/** One line of text for people, without line breaks, control characters or changes of the writing direction. */
export const line = textThat(
  (text) => text.length <= lineLengthMax && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text),
  () => `must be one line of at most ${lineLengthMax} characters, without control characters.`,
)

export const email = textThat(
  (text) => text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i.test(text),
  () => 'is not an e-mail address such as support@example.com.',
)

/** A whole number above zero. */
export const wholeNumber = textThat(
  (text) => /^[1-9]\d{0,14}$/.test(text),
  (text) => `is "${text}"; it must be a whole number.`,
).transform(Number)

/** The number of gateways of a start; `auto`: one fewer than the cores that this process may use. */
export const gatewayCount = textThat(
  (text) => text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= gatewaysMax),
  (text) => `is "${text}"; it must be auto, or a number from 1 to ${gatewaysMax}.`,
).transform((text) => (text === 'auto' ? Math.min(gatewaysMax, Math.max(1, availableParallelism() - 1)) : Number(text)))

export const seconds = textThat(
  (text) => /^\d{1,4}$/.test(text),
  (text) => `is "${text}"; it must be a number of seconds, at most 9999.`,
).transform(Number)

/** A port; 0 requests a free port from the system. */
export const port = textThat(
  (text) => /^\d{1,5}$/.test(text) && Number(text) <= portMax,
  (text) => `is "${text}"; it must be a port from 1 to ${portMax}.`,
).transform(Number)

export const ports = textThat(
  (text) => text.split(',').every((one) => /^\s*[1-9]\d{0,4}\s*$/.test(one) && Number(one) <= portMax),
  (text) => `is "${text}"; it must be ports such as 443,8443.`,
).transform((text) => text.split(',').map(Number))

/** An address without a path. It is the start of links, and is compared with `Origin`. */
export const origin = text
  .transform((url) => url.replace(/\/$/, ''))
  .refine((url) => hasProtocol(url, /^https?:$/) && new URL(url).origin === url, {
    error: ({ input }) => `is "${input}"; it must be an address such as https://example.com, without a path.`,
  })

/** An address. It may contain a secret, so the error message does not repeat it. */
export function address(protocol: RegExp) {
  return textThat(
    (text) => hasProtocol(text, protocol),
    () => 'is not an address that this setting understands; /operator/handbook/settings shows the form.',
  )
}

export const link = address(/^https?:$/)

export const list = text.transform((entries) =>
  entries
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

export function listOf(isRight: (entry: string) => boolean, refusal: (entry: string) => string) {
  return list.superRefine((entries, context) => {
    const wrong = entries.length === 0 ? [''] : entries.filter((entry) => !isRight(entry))
    for (const entry of wrong) context.addIssue(refusal(entry))
  })
}

/** `name=value,name=value`, the form of OTEL_EXPORTER_OTLP_HEADERS. Values may be percent-encoded. */
export const headers = listOf(
  (pair) => headerOf(pair) !== null,
  () => 'must hold headers such as x-api-key=…, separated by commas. A % in a value is written %25.',
).transform(
  (pairs): Record<string, string> =>
    Object.fromEntries(pairs.flatMap((pair) => [headerOf(pair)].filter((header) => header !== null))),
)

function headerOf(pair: string): [string, string] | null {
  const [, name = '', value = ''] = /^([\w.-]+)\s*=\s*(.*)$/.exec(pair) ?? []
  try {
    return name === '' ? null : [name, decodeURIComponent(value)]
  } catch {
    return null
  }
}

export const networks = listOf(
  isNetwork,
  (entry) => `names "${entry}"; it must hold addresses or networks such as 10.0.0.0/8.`,
)

/** Whether a text is an IP address, or a network such as 10.0.0.0/8. */
export function isNetwork(entry: string): boolean {
  const [ip = '', bits, more] = entry.split('/')
  const bitsMax = isIP(ip) === 6 ? 128 : 32
  return isIP(ip) !== 0 && more === undefined && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= bitsMax))
}

function hasProtocol(text: string, protocol: RegExp): boolean {
  return URL.canParse(text) && protocol.test(new URL(text).protocol)
}

/** A folder of this machine, or a bucket of S3 or compatible storage. */
export function folderOrBucket(example: string) {
  return textThat(
    (location) => location.startsWith('/') || isBucket(location),
    (location) =>
      `is "${location}"; it must be a folder such as ${example}, or s3://bucket/folder?region=eu-central-1, with &endpoint=http://… for storage that is not Amazon's.`,
  )
}

/** Whether a text is an address such as s3://bucket/folder?region=eu-central-1. */
export function isBucket(location: string): boolean {
  if (!URL.canParse(location)) return false
  const { protocol, hostname, username, searchParams } = new URL(location)
  const endpoint = searchParams.get('endpoint')
  const isKnown = [...searchParams.keys()].every((name) => name === 'region' || name === 'endpoint')
  return (
    protocol === 's3:' &&
    /^[a-z0-9][a-z0-9.-]{2,62}$/.test(hostname) &&
    username === '' &&
    isKnown &&
    (endpoint === null || (URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol)))
  )
}
