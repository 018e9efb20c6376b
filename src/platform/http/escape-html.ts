import { html } from 'hono/html'

/** Escapes text for HTML and XML, between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return String(html`${text}`)
}

/** Escapes text for XML and removes the characters that XML 1.0 does not allow. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters
  return escapeHtml(text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, ''))
}
