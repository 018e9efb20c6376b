import { isIP } from 'node:net'
import { type VariableName, variables } from './config-variables.ts'
import { isLocale } from './contract/locale.ts'
import type { Role, RouteRule, SignInProvider } from './platform/settings.ts'

const wordsLengthMax = 300

export const roles: readonly Role[] = ['site', 'gateway', 'feed', 'payments']

/** Reads one variable at a time and collects what is wrong, so that a start is refused once, with everything said. */
export class Reader {
  readonly #values: Record<string, string | undefined>
  readonly #problems: string[]

  constructor(values: Record<string, string | undefined>, problems: string[]) {
    this.#values = values
    this.#problems = problems
  }

  text(name: VariableName): string {
    const given = this.#values[name]?.trim()
    return given || (variables.find((variable) => variable.name === name)?.fallback ?? '')
  }

  /** One line that is shown to people: what would break a line, a mail's head or the order of writing is refused. */
  words(name: VariableName): string {
    const value = this.text(name)
    if (value.length > wordsLengthMax || /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(value))
      this.#problems.push(
        `${name} must be one line of at most ${wordsLengthMax} characters, without control characters.`,
      )
    return value
  }

  email(name: VariableName): string {
    const value = this.text(name)
    if (value.length > 254 || !/^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i.test(value))
      this.#problems.push(`${name} is not an e-mail address such as support@example.com.`)
    return value
  }

  problem(sentence: string): void {
    this.#problems.push(sentence)
  }

  client(
    id: string,
    idName: VariableName,
    secretName: VariableName,
    rest: Pick<SignInProvider, 'name' | 'kind' | 'issuer'>,
  ): SignInProvider | null {
    const [clientId, secret] = [this.text(idName), this.text(secretName)]
    if ((clientId === '') !== (secret === ''))
      this.problem(`${idName} and ${secretName} belong together. Set both, or none.`)
    return clientId && secret ? { id, ...rest, clientId, clientSecret: () => secret } : null
  }

  oneOf<const T extends string>(name: VariableName, allowed: readonly [T, ...T[]]): T {
    const value = this.text(name)
    const found = allowed.find((one) => one === value)
    if (!found) this.#problems.push(`${name} is "${value}"; it must be one of ${allowed.join(', ')}.`)
    return found ?? allowed[0]
  }

  /** A whole number above zero; null when it is not set. */
  count(name: VariableName): number | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^[1-9]\d{0,14}$/.test(value)) return Number(value)
    this.#problems.push(`${name} is "${value}"; it must be a whole number.`)
    return null
  }

  /** `Name: value`; null when it is not set. */
  header(name: VariableName): string | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^[\w-]+:\s*[\x20-\x7e]+$/.test(value)) return value
    this.#problems.push(`${name} is not a header such as "X-Api-Key: …".`)
    return null
  }

  /** A plain decimal with at most six places, 0 included; null when it is not set. */
  amount(name: VariableName): string | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^\d{1,12}(\.\d{1,6})?$/.test(value)) return value
    this.#problems.push(`${name} is "${value}"; it must be an amount in USDT such as 20 or 0.5.`)
    return null
  }

  /** 0 asks the system for a free port. */
  port(name: VariableName): number | null {
    const value = this.text(name)
    if (value === '') return null
    if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value)
    this.#problems.push(`${name} is "${value}"; it must be a port from 1 to 65535.`)
    return null
  }

  /** An address without a path, for it is a prefix of links and compared with `Origin`. */
  origin(name: VariableName): string | null {
    const value = this.text(name).replace(/\/$/, '')
    if (value === '') return null
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value)
      return value
    this.#problems.push(`${name} is "${value}"; it must be an address such as https://example.com, without a path.`)
    return null
  }

  url(name: VariableName, protocol: RegExp): string | null {
    const value = this.text(name)
    if (value === '') return null
    if (URL.canParse(value) && protocol.test(new URL(value).protocol)) return value
    this.#problems.push(`${name} is not an address that this setting understands; .env.example shows the form.`)
    return null
  }

  locale(name: VariableName) {
    const value = this.text(name)
    if (isLocale(value)) return value
    this.#problems.push(`${name} is "${value}"; it must be en-US, zh-CN or zh-HK.`)
    return 'zh-CN' as const
  }

  /** `/from=/to` or `/from=https://elsewhere`: only an operator's own list may lead away from the site. */
  routeRules(name: VariableName): RouteRule[] {
    const rules: RouteRule[] = []
    for (const entry of this.text(name).split(',')) {
      if (entry.trim() === '') continue
      const [from = '', ...rest] = entry.trim().split('=')
      const to = rest.join('=')
      const inside = /^\/(?!\/)\S*$/.test(to)
      if (/^\/(?!\/)[^?#\s]*$/.test(from) && (inside || (URL.canParse(to) && /^https?:$/.test(new URL(to).protocol))))
        rules.push({ from, to })
      else
        this.#problems.push(`${name} has "${entry.trim()}"; a rule is /path=/path or /path=https://example.com/path.`)
    }
    return rules
  }

  roles(name: VariableName): Role[] {
    const asked = this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const unknown = asked.find((role) => !roles.some((one) => one === role))
    if (unknown || asked.length === 0)
      this.#problems.push(`${name} names "${unknown ?? ''}"; it must be some of ${roles.join(', ')}.`)
    return roles.filter((role) => asked.includes(role))
  }

  networks(name: VariableName): string[] {
    const entries = this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    for (const entry of entries) {
      const [address = '', bits, more] = entry.split('/')
      const most = isIP(address) === 6 ? 128 : 32
      const valid =
        isIP(address) !== 0 &&
        more === undefined &&
        (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
      if (!valid)
        this.#problems.push(`${name} names "${entry}"; it must hold addresses or networks such as 10.0.0.0/8.`)
    }
    return entries
  }
}
