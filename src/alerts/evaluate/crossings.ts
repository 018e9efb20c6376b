import type { LiveAlert } from '../alert.ts'
import { Heap } from './heap.ts'

export type Heard = { fire(alert: LiveAlert, value: number): void; arm(alert: LiveAlert): void }

const isGone = (alert: LiveAlert) => alert.isGone

/**
 * The alerts on one measured value of one instrument, sorted by threshold, so that a new value touches only the
 * alerts whose thresholds it crosses. A value that crosses no threshold costs five comparisons.
 *
 *     waiting ──value on the other side──► armed ──value at the threshold──► fired: gone, or resting, then waiting
 */
export class Crossings {
  /** Rising alerts by threshold, the lowest first. */
  readonly #armedUp = new Heap(isGone)
  readonly #waitingUp = new Heap(isGone)
  /** Falling alerts by threshold, the highest first: their ranks are the negated thresholds. */
  readonly #armedDown = new Heap(isGone)
  readonly #waitingDown = new Heap(isGone)
  /** Fired alerts in their pause, by the end of the pause. */
  readonly #resting = new Heap(isGone)

  add(alert: LiveAlert): void {
    const { isUp, threshold } = alert
    if (alert.isArmed) (isUp ? this.#armedUp : this.#armedDown).push(alert, isUp ? threshold : -threshold)
    else if (alert.restsUntil > 0) this.#resting.push(alert, alert.restsUntil)
    else this.#wait(alert)
  }

  /**
   * Evaluates a value. If it equals a threshold, it fires an armed alert but does not arm a waiting alert. `at`:
   * arrival of the value on the tape, ms.
   */
  evaluate(value: number, at: number, heard: Heard): void {
    for (let alert = this.#resting.popUpTo(at); alert; alert = this.#resting.popUpTo(at)) {
      alert.restsUntil = 0
      this.#wait(alert)
    }
    for (let alert = this.#armedUp.popUpTo(value); alert; alert = this.#armedUp.popUpTo(value))
      this.#fire(alert, value, at, heard)
    for (let alert = this.#armedDown.popUpTo(-value); alert; alert = this.#armedDown.popUpTo(-value))
      this.#fire(alert, value, at, heard)
    for (let alert = this.#waitingUp.popBelow(-value); alert; alert = this.#waitingUp.popBelow(-value))
      this.#arm(alert, heard)
    for (let alert = this.#waitingDown.popBelow(value); alert; alert = this.#waitingDown.popBelow(value))
      this.#arm(alert, heard)
  }

  #wait(alert: LiveAlert): void {
    if (alert.isUp) this.#waitingUp.push(alert, -alert.threshold)
    else this.#waitingDown.push(alert, alert.threshold)
  }

  #arm(alert: LiveAlert, heard: Heard): void {
    alert.isArmed = true
    this.add(alert)
    heard.arm(alert)
  }

  #fire(alert: LiveAlert, value: number, at: number, heard: Heard): void {
    alert.isArmed = false
    if (alert.expiresAt !== null && at >= alert.expiresAt) {
      alert.isGone = true
      return
    }
    if (alert.pauseMs === null) alert.isGone = true
    else {
      alert.restsUntil = at + alert.pauseMs
      this.#resting.push(alert, alert.restsUntil)
    }
    heard.fire(alert, value)
  }
}
