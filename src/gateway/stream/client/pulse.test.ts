import { expect, test } from 'vitest'
import { Pulse } from './pulse.ts'

test('an arrival answers every earlier ping and no later one', () => {
  const pulse = new Pulse()
  const [first, second] = [pulse.ask(), pulse.ask()]
  expect([pulse.answered(first), pulse.answered(second)]).toEqual([false, false])
  pulse.beat()
  const third = pulse.ask()
  expect([first, second, third].map((ping) => pulse.answered(ping))).toEqual([true, true, false])
})

test('only an awaited arrival counts as an answer', () => {
  const pulse = new Pulse()
  expect(pulse.beat()).toBe(false)
  pulse.ask()
  expect([pulse.beat(), pulse.beat()]).toEqual([true, false])
})

test('two consecutive missed pings end a socket, however many probes run between them', () => {
  const pulse = new Pulse()
  expect(pulse.askAgain()).toBe(true)
  for (let n = 0; n < 5; n += 1) pulse.ask()
  expect(pulse.askAgain()).toBe(true)
  pulse.beat()
  expect([pulse.askAgain(), pulse.askAgain(), pulse.askAgain()]).toEqual([true, true, false])
})
