import { expect, test } from 'vitest'
import { ManualClock } from '#src/platform/clock.ts'
import { createAfterwards, pauseMs } from './afterwards.ts'

function noted() {
  const clock = new ManualClock()
  const closing = new AbortController()
  const afterwards = createAfterwards(clock, closing.signal)
  const begun: string[] = []
  const note = (name: string) => afterwards(async () => begun.push(name))
  const settle = () => new Promise(setImmediate)
  const pause = async () => {
    await settle()
    await clock.advance(pauseMs)
    await settle()
  }
  return { closing, afterwards, begun, note, pause }
}

test('background tasks of the site start one after another, each after a pause', async () => {
  const { begun, note, pause } = noted()
  void note('first')
  void note('second')
  await pause()
  expect(begun).toEqual(['first'])
  await pause()
  expect(begun).toEqual(['first', 'second'])
})

test('the caller of a failed background task gets the error, and the next task runs as usual', async () => {
  const { afterwards, begun, note, pause } = noted()
  const failed = expect(afterwards(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  void note('next')
  await pause()
  await failed
  await pause()
  expect(begun).toEqual(['next'])
})

test('closing the site rejects all waiting background tasks at once and starts none of them', async () => {
  const { closing, begun, note } = noted()
  const waiting = [note('first'), note('second')]
  closing.abort()
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(begun).toEqual([])
})
