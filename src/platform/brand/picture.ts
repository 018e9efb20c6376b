/* Pictures of a brand: SVG or PNG as `data:` addresses. */

export type Size = { width: number; height: number }

export function pictureBytes(picture: string): Buffer {
  return Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64')
}

export function isSvg(picture: string): boolean {
  return picture.startsWith('data:image/svg+xml;')
}

/** The size in the header of the file; null if the header is invalid. */
export function pictureSize(picture: string): Size | null {
  const bytes = pictureBytes(picture)
  return isSvg(picture) ? svgSize(bytes.toString()) : pngSize(bytes)
}

/** The size by `viewBox`, or else by width and height. */
function svgSize(source: string): Size | null {
  const [, written = ''] = /<svg((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)/.exec(source) ?? []
  const values = new Map(attributesOf(written).map(({ name, value }) => [name, value]))
  const box = (values.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = box.length === 4 ? box.slice(2) : ['width', 'height'].map((name) => pixels(values.get(name)))
  return width && height && width > 0 && height > 0 ? { width, height } : null
}

/** The attributes of an element, as written. */
export function attributesOf(written: string): { name: string; value: string }[] {
  return [...written.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => ({
    name,
    value: double ?? single ?? '',
  }))
}

function pixels(value = ''): number {
  return /^\d+(\.\d+)?(px)?$/.test(value) ? Number.parseFloat(value) : 0
}

function pngSize(bytes: Buffer): Size | null {
  const isPng = bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
  if (!isPng || bytes.length < 24) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
