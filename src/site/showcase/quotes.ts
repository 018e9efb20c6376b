import { useSyncExternalStore } from 'react'
import type { Figure } from './showcase.ts'

const paintEveryMs = 250

/**
 * One stream for a page's live figures. The first listener opens the stream and loads its client; the last listener
 * closes the stream.
 */
class LiveQuotes {
  readonly #quotes = new Map<string, Figure>()
  readonly #listeners = new Set<() => void>()
  #stream: { close(): void } | null = null
  /**
   * Increases whenever the stream is opened or closed. If the number changes while the client loads, that load opens no
   * stream.
   */
  #opening = 0
  #paint: ReturnType<typeof setTimeout> | undefined
  readonly apiUrl: string

  constructor(apiUrl: string) {
    this.apiUrl = apiUrl
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    // Without the client, the page shows the figures of its rendering.
    if (this.#listeners.size === 1) this.#open().catch(() => {})
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#close()
    }
  }

  quote(code: string): Figure | undefined {
    return this.#quotes.get(code)
  }

  async #open(): Promise<void> {
    this.#opening += 1
    const opening = this.#opening
    const { openDemoStream } = await import('./demo-stream.ts')
    if (opening === this.#opening)
      this.#stream = openDemoStream(this.apiUrl, (code, quote) => this.#receive(code, quote))
  }

  #close() {
    this.#opening += 1
    this.#stream?.close()
    this.#stream = null
  }

  #receive(code: string, quote: Figure) {
    this.#quotes.set(code, quote)
    this.#paint ??= setTimeout(() => {
      this.#paint = undefined
      for (const listener of this.#listeners) listener()
    }, paintEveryMs)
  }
}

let shared: LiveQuotes | null = null

function quotesOf(apiUrl: string): LiveQuotes {
  if (shared?.apiUrl !== apiUrl) shared = new LiveQuotes(apiUrl)
  return shared
}

/** The live figures of a demo instrument, or the figures of the rendering until newer figures arrive. */
export function useLiveQuote(apiUrl: string, code: string, sent: Figure | null): Figure | null {
  const quotes = quotesOf(apiUrl)
  const live = useSyncExternalStore(
    quotes.subscribe,
    () => quotes.quote(code),
    () => undefined,
  )
  return live && !(sent && sent.time >= live.time) ? live : sent
}
