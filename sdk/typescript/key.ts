/** The key, or a function that returns a key for each attempt, for short-lived search tokens. */
export type KeySource = string | (() => string | Promise<string>)

/** Throws an `Error` for options with which no call could work. */
export function checkOptions({ apiUrl, key }: { apiUrl: unknown; key: unknown }): void {
  const isAddress =
    typeof apiUrl === 'string' && URL.canParse(apiUrl) && /^(https?|wss?):$/.test(new URL(apiUrl).protocol)
  if (!isAddress)
    throw new Error(
      `apiUrl is ${JSON.stringify(apiUrl)}. Pass the address of the gateway, such as https://api.example.com.`,
    )
  if (typeof key !== 'function' && (typeof key !== 'string' || key === ''))
    throw new Error(`key is ${JSON.stringify(key)}. Pass an API key, or a function that returns one.`)
}

/** Appends a path to the address of the gateway, which may have a path of its own. */
export function addressOf(apiUrl: string, path: string): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

export async function keyFrom(source: KeySource): Promise<string> {
  return typeof source === 'string' ? source : source()
}

/**
 * Converts the `expiredTime` of a key to a date: a value of more than ten digits is in ms, a shorter value in seconds.
 */
export function expiryDate(expiredTime: number): Date {
  return new Date(expiredTime > 9_999_999_999 ? expiredTime : expiredTime * 1000)
}
