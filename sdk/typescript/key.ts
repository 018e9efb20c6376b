/** The key itself, or a function that fetches one on demand, for short-lived search tokens. */
export type KeySource = string | (() => string | Promise<string>)

export async function keyFrom(source: KeySource): Promise<string> {
  return typeof source === 'string' ? source : source()
}

/** `expiredTime` of a key as a date: values of more than ten digits are milliseconds, shorter ones seconds. */
export function expiryDate(expiredTime: number): Date {
  return new Date(expiredTime > 9_999_999_999 ? expiredTime : expiredTime * 1000)
}
