export type Encoding = 'br' | 'gzip'

const accepting: Readonly<Record<Encoding, RegExp>> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i,
}

/** Whether the header `Accept-Encoding` names an encoding, with another weight than zero. */
export function acceptsEncoding(header: string | null | undefined, encoding: Encoding): boolean {
  return header != null && accepting[encoding].test(header)
}
