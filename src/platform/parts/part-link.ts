import { type FromPart, type Part, type PartName, partNames, type ToPart } from './part.ts'

/**
 * The end of a part at the process that started it, which alone stops it: on Ctrl-C both get the signal, and a part must outlive the
 * requests of the other. When that process is gone, so is the part, at once.
 */
export class PartLink implements Disposable {
  readonly name: PartName
  readonly #begun = Promise.withResolvers<Part>()
  readonly #onDisconnect = () => process.kill(process.pid, 'SIGKILL')
  onStop: () => void = () => {}
  onNeighbour: (isUp: boolean) => void = () => {}
  metrics: () => Promise<string> = async () => ''

  private constructor(name: PartName) {
    this.name = name
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
    process.on('disconnect', this.#onDisconnect)
    if (!process.connected) this.#onDisconnect()
    process.on('message', (message: ToPart) => void this.#take(message))
  }

  /** Null in a process that is no part. */
  static find(argv: readonly string[]): PartLink | null {
    const name = partNames.find((part) => argv.includes(`--part=${part}`))
    return name === undefined ? null : new PartLink(name)
  }

  get begun(): Promise<Part> {
    return this.#begun.promise
  }

  say(message: FromPart): void {
    if (process.connected) process.send?.(message)
  }

  [Symbol.dispose](): void {
    process.off('disconnect', this.#onDisconnect)
    if (process.connected) process.disconnect()
  }

  async #take(message: ToPart): Promise<void> {
    switch (message.kind) {
      case 'begin':
        this.#begun.resolve(message)
        break
      case 'stop':
        this.onStop()
        break
      case 'neighbour':
        this.onNeighbour(message.isUp)
        break
      case 'metrics':
        this.say({ kind: 'metrics', id: message.id, text: await this.metrics().catch(() => '') })
    }
  }
}
