import type { Resource } from '@modelcontextprotocol/server'
import { type Locale, locales } from '#src/contract/locale.ts'
import { readAtMost } from '#src/platform/http/read-at-most.ts'
import type { Platform } from '#src/platform/platform.ts'

const keptMs = 5 * 60_000
const keptMax = 300
const fetchMs = 5_000
const bytesMax = 1024 * 1024

/**
 * The pages of the documentation as Markdown. They are read from the site at their listed addresses. The site inserts
 * the operator's names, plans and addresses.
 */
export class Documents {
  readonly #ctx: Pick<Platform, 'clock' | 'settings'>
  readonly #kept = new Map<string, { text: Promise<string>; until: number }>()

  constructor(ctx: Pick<Platform, 'clock' | 'settings'>) {
    this.#ctx = ctx
  }

  async list(locale: Locale): Promise<Resource[]> {
    const index = await this.#read(`${this.#root}/${locale}/llms.txt`)
    return [...index.matchAll(/^- \[(.+?)\]\((\S+?)\): (.+)$/gm)].flatMap(
      ([, title = '', uri = '', description = '']) =>
        this.#isPage(uri)
          ? [{ uri, name: uri.slice(this.#root.length + 1), title, description, mimeType: 'text/markdown' }]
          : [],
    )
  }

  /** The Markdown of a page; null if no page of the documentation has the address. */
  async read(uri: string): Promise<string | null> {
    if (!this.#isPage(uri)) return null
    try {
      return await this.#read(uri)
    } catch (error) {
      if (error instanceof NoSuchPage) return null
      throw error
    }
  }

  template(): string {
    return `${this.#root}/{locale}/docs/{+page}.md`
  }

  get #root(): string {
    return this.#ctx.settings.publicUrl
  }

  #isPage(uri: string): boolean {
    if (!uri.startsWith(`${this.#root}/`)) return false
    const [, language, page] = /^\/([\w-]+)\/docs\/([\w/-]+)\.md$/.exec(uri.slice(this.#root.length)) ?? []
    return page !== undefined && locales.some((locale) => locale === language)
  }

  #read(address: string): Promise<string> {
    const now = this.#ctx.clock.elapsed()
    const known = this.#kept.get(address)
    if (known && now < known.until) return known.text
    if (this.#kept.size >= keptMax) this.#kept.clear()
    const text = fetchText(address)
    this.#kept.set(address, { text, until: now + keptMs })
    text.catch(() => this.#kept.delete(address))
    return text
  }
}

class NoSuchPage extends Error {}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(fetchMs) })
  if (response.status === 404) throw new NoSuchPage(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await readAtMost(response, bytesMax)).toString('utf8')
}
