import type { Alert, AlertFiring } from '#src/contract/account/alerts.ts'
import { type Call, callRoute, type Invoked } from '../../browser/call-route.ts'
import { followFirings } from '../../browser/firings.ts'
import { inAccount } from '../../browser/invoke.ts'

/** The pause after a failed read of the alerts, ms. */
export const retryMs = 30_000

/** An alert on a price that may still fire, or that has fired while the chart was open. */
export type ChartAlert = { alert: Alert; fired: AlertFiring | null }

/** The alerts of the account as the chart shows them, kept up to date by the stream of firings. */
export class KeptAlerts implements Disposable {
  readonly #listeners = new Set<() => void>()
  readonly #heard = new Set<string>()
  readonly #end: () => void
  #alerts: readonly Alert[] = []
  #fired: readonly AlertFiring[] = []
  #hasRead = false
  #retry: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #account: string | undefined
  #shown: readonly ChartAlert[] = []
  announce: (firing: AlertFiring) => void = () => {}

  constructor() {
    this.#end = followFirings({ opened: () => void this.#catchUp(), fired: (firing) => this.#hear(firing) })
    void this.read()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly shown = (): readonly ChartAlert[] => this.#shown

  async read(): Promise<void> {
    clearTimeout(this.#retry)
    const answer = await callRoute('GET /api/alerts', {})
    if (this.#isClosed) return
    if (!answer.ok) {
      this.#retry = setTimeout(() => void this.read(), retryMs)
      return
    }
    this.#alerts = answer.data.alerts
    this.#account = answer.data.accountId
    this.#publish()
  }

  async add(body: Call<'POST /api/alerts'>['body']): Promise<Invoked<Alert>> {
    const answer = await callRoute('POST /api/alerts', { body }, inAccount(this.#account))
    if (answer.ok) await this.read()
    return answer
  }

  async remove(id: string): Promise<Invoked<unknown>> {
    const answer = await callRoute('DELETE /api/alerts/{id}', { params: { id } }, inAccount(this.#account))
    // `not_found`: the alert was already removed elsewhere, so its line is removed as well.
    if (answer.ok || answer.refusal.error === 'not_found') await this.read()
    return answer
  }

  dismiss(alertId: string): void {
    this.#fired = this.#fired.filter((firing) => firing.alertId !== alertId)
    this.#publish()
  }

  /** The first call reads the fired alerts. Later calls announce alerts that fired while the stream was interrupted. */
  async #catchUp(): Promise<void> {
    const answer = await callRoute('GET /api/alerts/firings', {})
    if (!answer.ok) return
    const isFirst = !this.#hasRead
    this.#hasRead = true
    for (const firing of answer.data.firings.toReversed()) {
      if (isFirst) this.#heard.add(firing.id)
      else this.#hear(firing)
    }
  }

  #hear(firing: AlertFiring): void {
    if (this.#heard.has(firing.id)) return
    this.#heard.add(firing.id)
    this.#fired = [firing, ...this.#fired.filter(({ alertId }) => alertId !== firing.alertId)]
    this.announce(firing)
    void this.read()
  }

  #publish(): void {
    const fired = new Map(this.#fired.map((firing) => [firing.alertId, firing]))
    this.#shown = this.#alerts
      .filter(({ id, state, condition }) => {
        const mayFire = state === 'waiting' || state === 'armed'
        return condition.kind === 'price' && (mayFire || fired.has(id))
      })
      .map((alert) => ({ alert, fired: fired.get(alert.id) ?? null }))
    for (const listener of this.#listeners) listener()
  }

  [Symbol.dispose](): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#end()
    this.#listeners.clear()
  }
}
