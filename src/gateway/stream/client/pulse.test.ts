import { expect, test } from 'vitest'
import { Pulse } from './pulse.ts'

test('a pong answers all earlier pings and no later ping', () => {
  const pulse = new Pulse()
  const [first, second] = [pulse.nextPing(), pulse.nextPing()]
  expect([pulse.answered(first), pulse.answered(second)]).toEqual([false, false])
  pulse.beat()
  const third = pulse.nextPing()
  expect([first, second, third].map((ping) => pulse.answered(ping))).toEqual([true, true, false])
})

test('only an awaited pong counts as a reply to a ping', () => {
  const pulse = new Pulse()
  expect(pulse.beat()).toBe(false)
  pulse.nextPing()
  expect([pulse.beat(), pulse.beat()]).toEqual([true, false])
})

test('a socket ends after two missed regular pings in a row; probe pings sent between them do not count', () => {
  const pulse = new Pulse()
  expect(pulse.nextRegularPing()).toBe(true)
  for (let n = 0; n < 5; n += 1) pulse.nextPing()
  expect(pulse.nextRegularPing()).toBe(true)
  pulse.beat()
  expect([pulse.nextRegularPing(), pulse.nextRegularPing(), pulse.nextRegularPing()]).toEqual([true, true, false])
})
