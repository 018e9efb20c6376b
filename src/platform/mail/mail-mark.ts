import { type Brand, type BrandHolder, brandOf } from '../brand/brand.ts'
import { drawSquare } from '../brand/draw-picture.ts'
import { KeptValue } from '../kept.ts'

/** The width of the icon beside the name. The attached picture has twice the pixels. */
const markPx = 28
const contentId = 'mark'
const image = `<img src="cid:${contentId}" width="${markPx}" height="${markPx}" alt="" style="margin-right:10px;vertical-align:middle">`

type Drawn = { version: string; png: Promise<Buffer | null> }
const kept = new KeptValue<Drawn>('mark of mails')

/** The icon of the brand for the top of a mail. The mail contains the icon, so the reader's program fetches nothing. */
export function markImage({ icon }: Brand): string | null {
  return icon && image
}

/** The icon as an attachment that the HTML shows. Without an icon, or if it cannot be drawn, the HTML shows no icon. */
export async function withMark<M extends { html: string }>(ctx: BrandHolder, mail: M) {
  if (!mail.html.includes(image)) return mail
  const { icon, version } = brandOf(ctx)
  const without = { ...mail, html: mail.html.replace(image, '') }
  if (icon === null) return without
  const known = kept.of(ctx)
  const draw = () => drawSquare(icon, { px: 2 * markPx }).catch(() => null)
  const drawn = known?.version === version ? known : { version, png: draw() }
  kept.set(ctx, drawn)
  const content = await drawn.png
  if (content === null) return without
  return {
    ...mail,
    attachments: [{ filename: 'mark.png', content, cid: contentId, contentDisposition: 'inline' as const }],
  }
}

/** The HTML of a mail for display on a page, which has no attachments. */
export function withMarkInside(html: string, { icon }: Brand): string {
  return icon ? html.replace(`cid:${contentId}`, icon) : html
}
