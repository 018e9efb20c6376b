import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The numbers of the requirements in each section of ASVS 5.0.0, without the requirements of level 3. */
const sections: Record<string, readonly number[]> = {
  '2.1': upTo(3),
  '2.2': upTo(3),
  '2.3': upTo(4),
  '2.4': upTo(1),
  '6.1': upTo(3),
  '6.2': upTo(12),
  '6.3': upTo(4),
  '6.4': upTo(4),
  '6.5': upTo(5),
  '6.6': upTo(3),
  '6.8': upTo(4),
  '7.1': upTo(3),
  '7.2': upTo(4),
  '7.3': upTo(2),
  '7.4': upTo(5),
  '7.5': upTo(2),
  '7.6': upTo(2),
  '8.1': upTo(2),
  '8.2': upTo(3),
  '8.3': upTo(1),
  '8.4': upTo(1),
  '13.1': upTo(1),
  '13.2': upTo(5),
  '13.3': upTo(2),
  '13.4': upTo(5),
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1)
}

test('docs/security.md answers each requirement of five ASVS chapters at levels 1 and 2, and the files it names exist', () => {
  const rows = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
  const numbers = Object.entries(sections).flatMap(([section, all]) => all.map((number) => `${section}.${number}`))
  expect(rows.map(([number]) => number)).toEqual(numbers)
  for (const [number, requirement, held = '', what, tests = ''] of rows) {
    expect([number, requirement !== '', what !== '']).toEqual([number, true, true])
    expect([number, held]).toEqual([number, expect.stringMatching(/^(?:yes|partly|no|–)$/)])
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    expect([number, files.filter((file) => !existsSync(file))]).toEqual([number, []])
  }
})
