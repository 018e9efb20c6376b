import { WebSocket } from 'ws'
import type { SocketLike } from '#sdk/typescript/index.ts'

const frameBytesMax = 8 * 1024 * 1024
const handshakeMs = 10_000
const badFrame = 1007

/** Events of the socket, apart from frames. */
type Hearer = {
  heard(): void
  broken(cause: unknown): void
  /**
   * Whether the client is signed in. Before the sign-in no ping is sent, because a pong would hide that the sign-in got
   * no response.
   */
  isLive(): boolean
}
type Listener = (event: never) => void

/**
 * A socket class for the client. The socket sends pings, because the provider sends a sign of life only after ten quiet
 * seconds, but a source that is silent for five seconds is replaced. An unreadable frame ends the connection, not the
 * process.
 */
export function livelySockets(pingMs: number, { heard, broken, isLive }: Hearer): new (url: string) => SocketLike {
  return class implements SocketLike {
    readonly #ws: WebSocket
    #pings: NodeJS.Timeout | null = null

    constructor(url: string) {
      this.#ws = new WebSocket(url, { maxPayload: frameBytesMax, handshakeTimeout: handshakeMs })
      this.#ws.on('error', () => undefined)
      this.#ws.on('open', () => {
        this.#pings = setInterval(() => {
          if (isLive()) this.send(JSON.stringify({ ac: 'ping', params: String(Date.now()) }))
        }, pingMs)
      })
      this.#ws.on('close', () => {
        if (this.#pings) clearInterval(this.#pings)
      })
    }

    get readyState(): number {
      return this.#ws.readyState
    }

    send(text: string): void {
      if (this.#ws.readyState === WebSocket.OPEN) this.#ws.send(text)
    }

    close(code?: number, reason?: string): void {
      this.#ws.close(code, reason)
      // A dead peer never confirms the close.
      setTimeout(() => this.#ws.terminate(), 1_000).unref()
    }

    addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: Listener): void {
      if (type === 'message') this.#ws.on('message', (data) => this.#deliver(String(data), listener))
      else if (type === 'close')
        this.#ws.on('close', (code, reason) => listener({ code, reason: String(reason) } as never))
      else if (type === 'open') this.#ws.on('open', () => listener(undefined as never))
    }

    #deliver(data: string, listener: Listener): void {
      heard()
      try {
        listener({ data } as never)
      } catch (cause) {
        broken(cause)
        this.#ws.close(badFrame)
      }
    }
  }
}
