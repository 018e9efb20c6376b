import type { AccentTheme } from '#src/contract/brand/accent.ts'
import type { Locale } from '#src/contract/locale.ts'
import { type Brand, type BrandHolder, brandOf } from '../brand/brand.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { OutgoingMail } from '../platform.ts'
import { markImage } from './mail-mark.ts'

export type MailBlock =
  | { kind: 'text'; text: string }
  /** A text that is shown large and spaced, for reading or copying. */
  | { kind: 'code'; code: string }
  | { kind: 'facts'; facts: readonly (readonly [label: string, value: string])[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'note'; text: string }

export type MailContent = {
  to: string
  about?: string | undefined
  replyTo?: string | undefined
  kind: string
  locale: Locale
  subject: string
  heading: string
  blocks: readonly MailBlock[]
  /** The reason for this mail, shown below the dividing line. */
  footer: string
}

const ink = '#14161A'
const muted = '#4D535C'
const hairline = '#DDDCD3'
const sans =
  "'IBM Plex Sans',-apple-system,'Segoe UI','PingFang SC','PingFang HK','Microsoft YaHei','Noto Sans CJK SC',sans-serif"
const mono = "'IBM Plex Mono',ui-monospace,Menlo,Consolas,monospace"

/** For mail programs with a dark style. All programs understand inline styles; only `!important` overrides them. */
function darkStyle({ accent, text, wash }: AccentTheme): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0C0E12!important;color:#ECEDEF!important}.card{background:#14171D!important}.ink{color:#ECEDEF!important}.bar{background:#ECEDEF!important}.hole{background:#3A3F4A!important}.line{border-color:#262A32!important}.muted{color:#9AA1AC!important}.note{background:${wash}!important;color:#D8D3C5!important;border-color:${accent}!important}.code{border-bottom-color:${accent}!important}.last{background:${accent}!important}.button{background:${accent}!important;color:${text}!important}}`
}

/** The mail as text and as HTML with the same words, under the brand's name. The HTML loads nothing. */
export function layoutMail(ctx: BrandHolder, content: MailContent): OutgoingMail {
  const look: Look = { brand: brandOf(ctx), siteUrl: ctx.settings.publicUrl }
  return {
    to: content.to,
    about: content.about,
    replyTo: content.replyTo,
    kind: content.kind,
    subject: oneLine(content.subject),
    text: toText(content, look),
    html: toHtml(content, look),
  }
}

type Look = { brand: Brand; siteUrl: string }

function toText(content: MailContent, { brand, siteUrl }: Look): string {
  const parts = content.blocks.map(blockText)
  return [content.heading, ...parts, `-- \n${brand.name} · ${siteUrl}\n${content.footer}`].join('\n\n')
}

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'code':
      return `    ${block.code}`
    case 'facts':
      return block.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
    case 'button':
      return `${block.label}: ${block.url}`
  }
}

function toHtml(content: MailContent, { brand, siteUrl }: Look): string {
  const { light, dark } = brand.colours
  const holes = `<td width="16" align="center" style="font-size:0;line-height:0"><div class="hole" style="width:6px;height:6px;border-radius:3px;background:#D5D4C9;display:inline-block"></div></td>`
  return `<!doctype html>
<html lang="${content.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(content.subject)}</title><style>${darkStyle(dark)}</style></head>
<body class="page" style="margin:0;background:#FAFAF6;color:${ink};font:16px/1.6 ${sans}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#FAFAF6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card line" style="max-width:520px;background:#FFFFFF;border:1px solid ${hairline};border-radius:6px">
<tr><td style="padding:10px 24px 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${holes.repeat(8)}</tr></table></td></tr>
<tr><td class="line ink" style="padding:14px 24px 16px;border-bottom:1px solid ${hairline};font:600 17px/1.2 ${mono};letter-spacing:-.02em">${headMark(brand)}${escapeHtml(brand.name)}</td></tr>
<tr><td class="ink" style="padding:28px 24px 8px"><h1 style="margin:0 0 16px;font-size:22px;line-height:1.25;letter-spacing:-.01em">${escapeHtml(content.heading)}</h1>
${content.blocks.map((block) => blockHtml(block, light)).join('\n')}
</td></tr>
<tr><td class="line muted" style="padding:16px 24px 20px;border-top:1px solid ${hairline};font-size:13px;line-height:1.5;color:${muted}">${escapeHtml(content.footer)}<br><a class="muted" href="${escapeHtml(siteUrl)}" style="color:${muted}">${escapeHtml(siteUrl.replace(/^https?:\/\//, ''))}</a></td></tr>
</table></td></tr></table>
</body></html>`
}

/**
 * The icon beside the name. Without an icon: the bars of the built-in mark, or nothing if the brand has a wordmark. A
 * wordmark would be unreadable on some backgrounds.
 */
function headMark(brand: Brand): string {
  return markImage(brand) ?? (brand.wordmark === null ? markOf(brand.colours.light.accent) : '')
}

const bar = (height: number, colour: string) =>
  `<span class="${colour === ink ? 'bar' : 'last'}" style="display:inline-block;width:5px;height:${height}px;margin-right:3px;background:${colour};vertical-align:baseline"></span>`
const markOf = (accent: string) => `${bar(9, ink)}${bar(6, ink)}${bar(13, accent)}&nbsp;`

function blockHtml(block: MailBlock, { accent, text, wash }: AccentTheme): string {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    case 'note':
      return `<p class="note" style="margin:0 0 20px;padding:10px 14px;border-left:3px solid ${accent};background:${wash};font-size:14px;color:${muted}">${escapeHtml(block.text)}</p>`
    case 'code':
      return `<p class="line code ink" style="margin:8px 0 20px;padding:14px 0;border-top:1px solid ${hairline};border-bottom:3px solid ${accent};text-align:center;font:500 34px/1.2 ${mono};letter-spacing:.22em">${escapeHtml(block.code)}</p>`
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;font-size:14px">${block.facts
        .map(
          ([label, value]) =>
            `<tr><td class="line muted" style="padding:8px 16px 8px 0;border-bottom:1px solid ${hairline};color:${muted};white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td><td class="line ink" style="padding:8px 0;border-bottom:1px solid ${hairline};font:500 13.5px/1.5 ${mono};text-align:right;word-break:break-word">${escapeHtml(oneLine(value))}</td></tr>`,
        )
        .join('')}</table>`
    case 'button':
      return `<p style="margin:0 0 20px"><a href="${escapeHtml(block.url)}" class="button" style="display:inline-block;padding:11px 20px;border-radius:4px;background:${accent};color:${text};font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`
  }
}

/** Replaces line breaks and control characters. A text with line breaks could inject headers or fake facts. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
