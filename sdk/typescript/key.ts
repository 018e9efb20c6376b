/** The key itself, or a function that fetches one on demand, for short-lived search tokens. */
export type KeySource = string | (() => string | Promise<string>)

/** Refuses options that no call could work with, in a sentence. */
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

/** The address of a path below the address of the gateway, which may have a path itself. */
export function addressOf(apiUrl: string, path: string): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

export async function keyFrom(source: KeySource): Promise<string> {
  return typeof source === 'string' ? source : source()
}

/** `expiredTime` of a key as a date: values of more than ten digits are milliseconds, shorter ones seconds. */
export function expiryDate(expiredTime: number): Date {
  return new Date(expiredTime > 9_999_999_999 ? expiredTime : expiredTime * 1000)
}
