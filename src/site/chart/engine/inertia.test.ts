import { expect, test } from 'vitest'
import { speedOf } from './inertia.ts'

const drag = (...xs: number[]) => xs.map((x, step) => ({ x, at: step * 16 }))

test.each([
  ['a fast drag rolls on at its last speed', drag(0, 20, 40, 60), 48, 1.25],
  ['a drag to the left rolls on to the left', drag(60, 40, 20, 0), 48, -1.25],
  ['a pointer that stood still before it was lifted rolls no further', drag(0, 20, 40), 400, 0],
  ['a click does not roll', drag(0), 5, 0],
  ['a slow drag does not roll', drag(0, 1), 60, 0],
])(
  'the speed of the pointer at the end of a drag sets the speed of the scrolling that follows: %s',
  (_what, samples, now, speed) => {
    expect(speedOf(samples, now)).toBeCloseTo(speed)
  },
)
