import { Marked, type Token, type TokenizerObject, type Tokens } from 'marked'
import type { Locale } from '#src/contract/locale.ts'
import { type BarInterval, barIntervals } from '#src/contract/market.ts'
import { keepTogether } from '#src/locales/keep-together.ts'
import { escapeHtml } from '#src/platform/http/escape-html.ts'
import type { CodeLanguage } from '../../ui/code/code-text.tsx'

/** A block of a page: HTML, one code sample in several languages, or a chart. */
export type Block = { kind: 'html'; html: string } | { kind: 'code'; samples: CodeBlock[] } | ChartBlock
export type ChartBlock = { kind: 'chart'; ticker: string; interval: BarInterval; label: string }
export type CodeBlock = { title: string; language: CodeLanguage; text: string }
export type Heading = { id: string; text: string }
export type Rendered = { blocks: Block[]; headings: Heading[]; minutes: number }

const languages: Record<string, { title: string; language: CodeLanguage }> = {
  bash: { title: 'cURL', language: 'shell' },
  js: { title: 'JavaScript', language: 'code' },
  ts: { title: 'TypeScript', language: 'code' },
  python: { title: 'Python', language: 'code' },
  go: { title: 'Go', language: 'code' },
  json: { title: 'JSON', language: 'json' },
}

/**
 * Turns Markdown into blocks. HTML in the Markdown is shown as text. Links may lead to a page, a section, a web address
 * or a mailbox. A paragraph that only links to the chart of a ticker in `charted` becomes that chart.
 */
export function renderMarkdown(markdown: string, locale: Locale, charted: readonly string[] = []): Rendered {
  const marked = markedFor(locale)
  const tokens = marked.lexer(bounded(markdown))
  const blocks: Block[] = []
  let prose: Token[] = []
  let group = ''
  let fold: Heading | null = null
  const flush = () => {
    const html = prose.length > 0 ? keepTogether(marked.parser(prose)) : ''
    if (fold) blocks.push({ kind: 'html', html: folded(fold, html) })
    else if (html) blocks.push({ kind: 'html', html })
    prose = []
    fold = null
  }
  for (const token of tokens) {
    if (token.type === 'space') continue
    if (token.type === 'heading') {
      if (fold || isFolded(token.text)) flush()
      group = ''
      if (isFolded(token.text)) {
        fold = splitAnchor(token.text)
        continue
      }
    }
    const chart = chartOf(token, charted)
    if (chart) {
      flush()
      blocks.push(chart)
      group = ''
      continue
    }
    if (!isCode(token)) {
      prose.push(token)
      group = ''
      continue
    }
    flush()
    const { sample, block } = codeBlock(token)
    const last = blocks.at(-1)
    if (sample && sample === group && last?.kind === 'code') last.samples.push(block)
    else blocks.push({ kind: 'code', samples: [block] })
    group = sample
  }
  flush()
  return { blocks, headings: headingsOf(tokens), minutes: readingMinutes(markdown) }
}

/** Renders one sentence or table cell, without a paragraph element. */
export function renderInline(markdown: string, locale: Locale): string {
  return keepTogether(markedFor(locale).parseInline(markdown, { async: false }))
}

function chartOf(token: Token, charted: readonly string[]): ChartBlock | null {
  const [link, ...others] = (token.type === 'paragraph' && token.tokens) || []
  if (link?.type !== 'link' || others.length > 0 || !link.href.startsWith('/chart?')) return null
  const query = new URLSearchParams(link.href.slice('/chart?'.length))
  const ticker = charted.find((one) => one === query.get('symbol'))
  const interval = barIntervals.find((one) => one === query.get('interval')) ?? '1d'
  return ticker ? { kind: 'chart', ticker, interval, label: link.text } : null
}

function codeBlock({ lang = '', text }: Tokens.Code): { sample: string; block: CodeBlock } {
  const [fence = '', info = ''] = lang.split(' ')
  const known = languages[fence] ?? untagged(text)
  return { sample: info.replace(/^sample=/, ''), block: { ...known, text } }
}

/** Guesses the language of a code block without a language: stream messages, shell commands, JavaScript or text. */
function untagged(text: string): Omit<CodeBlock, 'text'> {
  if (/^(?:[CS]> |\[?\{)/.test(text)) return { title: 'WebSocket', language: 'json' }
  if (/^(?:npm|curl|echo|[A-Z_]+=\S+ npm) /.test(text)) return { title: 'Shell', language: 'shell' }
  if (text.startsWith('import ')) return { title: 'JavaScript', language: 'code' }
  return { title: 'Text', language: 'code' }
}

/** A section that opens on a click, or when the address names an element in the section. */
function folded({ id, text }: Heading, html: string): string {
  return `<details class="fold"><summary><h3>${escapeHtml(text)}</h3></summary><div id="${id}">${html}</div></details>\n`
}

/** Tables with at most this many columns become lists on a phone; wider tables scroll. */
const stackedColumnsMax = 5

/** Inline code with at most this many characters stays on one line. */
const wholeCodeMax = 24

const anchor = /\s*\{#([\w-]+)( folded)?\}\s*$/

function isFolded(heading: string): boolean {
  return anchor.exec(heading)?.[2] !== undefined
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token) => {
    if (token.type !== 'heading' || token.depth !== 2) return []
    const { id, text } = splitAnchor(token.text)
    return [{ id, text: text.replaceAll('`', '') }]
  })
}

/** `Sizes {#sizes}` → id and text. Ids are written by hand, so that links are the same in every language. */
export function splitAnchor(heading: string): Heading {
  const id = anchor.exec(heading)?.[1] ?? ''
  return { id, text: heading.replace(anchor, '') }
}

/**
 * The library needs quadratic time for emphasis and for nesting. Therefore paragraphs longer than `emphasisLengthMax`
 * get no emphasis, and lists and quotes nested as deep as `tooDeep` stay text.
 */
const emphasisLengthMax = 4_000
const tooDeep = /^(?: {0,3}(?:>|[*+-]|\d{1,9}[.)])[ \t]{0,4}){20}/

/** A tokenizer that returns `false` leaves the decision to the library; undefined: no such token begins here. */
const boundedTokens: TokenizerObject = {
  blockquote: (text) => (tooDeep.test(text) ? undefined : false),
  list: (text) => (tooDeep.test(text) ? undefined : false),
}

const codeEscapeOrMark = /`[^`\n]*`|\\.|[*_]/g

/** Escapes the marks of emphasis in paragraphs and tables longer than `emphasisLengthMax`, except in code. */
function bounded(markdown: string): string {
  if (markdown.length <= emphasisLengthMax) return markdown
  return markdown
    .split(/(\n[ \t\r]*\n)/)
    .map((part) => (part.length > emphasisLengthMax && !isFence(part) ? withoutEmphasis(part) : part))
    .join('')
}

function withoutEmphasis(part: string): string {
  return part.replaceAll(codeEscapeOrMark, (found) => (found.length > 1 ? found : `\\${found}`))
}

function isFence(part: string): boolean {
  return part.startsWith('```') && part.indexOf('```', 3) >= part.trimEnd().length - 3
}

function markedFor(locale: Locale): Marked {
  return new Marked({
    tokenizer: boundedTokens,
    renderer: {
      heading({ tokens, depth, text }) {
        const { id } = splitAnchor(text)
        const inner = this.parser.parseInline(tokens).replace(anchor, '')
        if (!id) return `<h${depth}>${inner}</h${depth}>\n`
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        if (href.startsWith('/')) return `<a class="link" href="${escapeHtml(inLanguage(locale, href))}">${inner}</a>`
        if (href.startsWith('#')) return `<a class="link" href="${escapeHtml(href)}">${inner}</a>`
        if (!/^(?:https?|mailto):/i.test(href)) return inner
        return `<a class="link" href="${escapeHtml(href)}" target="_blank" rel="noopener">${inner}</a>`
      },
      html({ text }) {
        return escapeHtml(text)
      },
      image({ text }) {
        return escapeHtml(text)
      },
      codespan({ text }) {
        const whole = text.length <= wholeCodeMax ? ' class="whole"' : ''
        return `<code${whole}>${escapeHtml(text)}</code>`
      },
      table(token) {
        const labels = token.header.map((item) => escapeHtml(item.text.replaceAll('`', '')))
        const head = token.header
          .map(({ tokens }) =>
            tokens.length === 0 ? '<td></td>' : `<th scope="col">${this.parser.parseInline(tokens)}</th>`,
          )
          .join('')
        const cell = (item: Tokens.TableCell, column: number) =>
          `<td data-label="${labels[column] ?? ''}">${this.parser.parseInline(item.tokens)}</td>`
        const rows = token.rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
        const shape = labels.length <= stackedColumnsMax ? ' class="stacked"' : ''
        return `<div class="table-scroll" tabindex="0" role="group"><table${shape}><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
}

function inLanguage(locale: Locale, path: string): string {
  return `/${locale}${path === '/' ? '' : path}`
}

/** Assumes 220 English words or 400 Chinese characters a minute. */
function readingMinutes(markdown: string): number {
  const han = markdown.match(/[\u4e00-\u9fff]/g)?.length ?? 0
  const words = markdown.replace(/[\u4e00-\u9fff]/g, ' ').match(/[A-Za-z0-9'’-]+/g)?.length ?? 0
  return Math.max(1, Math.round(han / 400 + words / 220))
}

/** A type guard: in the library's union of tokens, the type of extension tokens is `any`. */
function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code'
}
