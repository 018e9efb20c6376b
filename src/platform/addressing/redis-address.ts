type RedisHost = { host: string; port: number }

/** A Redis behind Sentinels, or some nodes of a cluster. */
export type RedisGroup = {
  kind: 'sentinel' | 'cluster'
  hosts: RedisHost[]
  master: string
  db: number
  username: string | undefined
  password: string | undefined
  /** The password of the Sentinels, if it differs from the master's. */
  sentinelPassword: string | undefined
  hasTls: boolean
}

const form = /^(?:redis|valkey)(s?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/

export function isRedisAddress(text: string): boolean {
  return isServer(text) || readRedisGroup(text) !== null
}

function isServer(text: string): boolean {
  return URL.canParse(text) && /^(redis|valkey)s?:$/.test(new URL(text).protocol)
}

/**
 * Parses `redis+sentinel://host:26379,host2/mymaster` or `redis+cluster://host:6379,host2`; null for other texts.
 * `rediss+…` means TLS; `valkey+…` is the same as `redis+…`. User and password go before `@`. `/database` may follow
 * the master's name; `?sentinelPassword=` is a separate password of the Sentinels.
 */
export function readRedisGroup(text: string): RedisGroup | null {
  const [, tls, kind, user = '', hostTexts = '', path = '', query = ''] = form.exec(text) ?? []
  if (kind !== 'sentinel' && kind !== 'cluster') return null
  const hosts = hostTexts.split(',').flatMap((one) => readHost(one, kind === 'sentinel' ? 26_379 : 6_379) ?? [])
  const [master = '', db = ''] = path.split('/')
  const isPathRight = kind === 'sentinel' ? master !== '' && /^\d{0,4}$/.test(db) : path === ''
  if (hosts.length < hostTexts.split(',').length || !isPathRight) return null
  const [username, ...rest] = user.split(':').map(decoded)
  return {
    kind,
    hosts,
    master: decoded(master),
    db: Number(db),
    username: username || undefined,
    password: rest.join(':') || undefined,
    sentinelPassword: new URLSearchParams(query).get('sentinelPassword') ?? undefined,
    hasTls: tls === 's',
  }
}

function readHost(text: string, usualPort: number): RedisHost | null {
  const [, v6, name, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = v6 ?? name
  return host === undefined || Number(port ?? 0) > 65_535 ? null : { host, port: Number(port ?? usualPort) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
