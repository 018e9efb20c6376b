import { LRUCache } from 'lru-cache'
import { encode } from 'uqr'

export type QrPath = { size: number; d: string }

const drawn = new LRUCache<string, QrPath>({ max: 1_000 })

/**
 * A QR code as one SVG path over a grid of `size` modules, quiet zone included: a rectangle for each run of dark
 * modules. It is drawn here, so that no other server sees the text.
 */
export function qrPath(text: string): QrPath {
  const known = drawn.get(text)
  if (known) return known
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const d = data
    .map((row, y) =>
      row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .replaceAll(/ +|(#+)/g, runAt(y)),
    )
    .join('')
  const code = { size, d }
  drawn.set(text, code)
  return code
}

function runAt(y: number) {
  return (_: string, run: string | undefined, x: number) => (run ? `M${x} ${y}h${run.length}v1h-${run.length}z` : '')
}
