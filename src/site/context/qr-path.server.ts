import { encode } from 'uqr'

export type QrPath = { size: number; d: string }

/** A QR code as one SVG path, a unit square for each dark module. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { border: 2 })
  const d = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, d }
}
