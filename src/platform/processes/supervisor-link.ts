import cluster from 'node:cluster'
import {
  type ChildConfig,
  type ChildMessage,
  type Drain,
  type ProcessPlan,
  readPlan,
  type SupervisorMessage,
} from './process.ts'

const aliveMs = 1_000

/**
 * A child's link to its supervisor. Only the supervisor stops the child: on Ctrl-C every process gets the signal, but a
 * child must serve until the requests of the other processes have ended. When the supervisor is gone, the child ends at
 * once.
 */
export class SupervisorLink implements Disposable {
  readonly plan: ProcessPlan
  readonly #begun = Promise.withResolvers<ChildConfig>()
  readonly #alive = setInterval(() => this.say({ kind: 'alive', work: this.work() }), aliveMs).unref()
  readonly #onDisconnect = () => process.kill(process.pid, 'SIGKILL')
  onStop: () => void = () => {}
  onProcesses: (message: Extract<SupervisorMessage, { kind: 'processes' }>) => void = () => {}
  onProgress: (line: string) => void = () => {}
  work: () => string | null = () => null
  metrics: () => Promise<string> = async () => ''
  /** Set when the supervisor has told this process to stop. */
  drain: Drain | null = null

  private constructor(plan: ProcessPlan) {
    this.plan = plan
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
    process.on('disconnect', this.#onDisconnect)
    if (!process.connected) this.#onDisconnect()
    process.on('message', (message: SupervisorMessage) => void this.#handle(message))
    this.say({ kind: 'alive', work: null })
  }

  /** The link of this process; null without a supervisor. */
  static find(argv: readonly string[]): SupervisorLink | null {
    const plan = readPlan(argv)
    return plan && new SupervisorLink(plan)
  }

  get begun(): Promise<ChildConfig> {
    return this.#begun.promise
  }

  say(message: ChildMessage): void {
    if (process.connected) process.send?.(message)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#alive)
    process.off('disconnect', this.#onDisconnect)
    // Otherwise Node ends a gateway at once, without its exit code.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    if (process.connected) process.disconnect()
  }

  async #handle(message: SupervisorMessage): Promise<void> {
    switch (message.kind) {
      case 'begin':
        this.#begun.resolve(message)
        break
      case 'stop':
        this.drain = message
        this.onStop()
        break
      case 'processes':
        this.onProcesses(message)
        break
      case 'progress':
        this.onProgress(message.line)
        break
      case 'metrics':
        this.say({ kind: 'metrics', id: message.id, text: await this.metrics().catch(() => '') })
    }
  }
}
