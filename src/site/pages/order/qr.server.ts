import { encode } from 'uqr'

/** A QR code as one SVG path over a grid of `size` modules, quiet zone included. No other server sees the address. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter(Boolean)
    .join('')
  return { size, path }
}
