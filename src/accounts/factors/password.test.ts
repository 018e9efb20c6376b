import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { passwordFault } from './password.ts'
import { verifyPassword } from './password-hash.ts'

/** 60 KB of text whose normalisation takes a quarter of a second. */
const marks = `a${'\u0301'.repeat(30_000)}`

afterEach(() => void vi.restoreAllMocks())

test('a password that is far too long is refused before Unicode normalization', async () => {
  const composing = vi.spyOn(String.prototype, 'normalize')
  expect(passwordFault(marks, 'ada@example.com')).toBe('password_too_long')
  expect(await verifyPassword(marks, null)).toBe(false)
  expect(composing).not.toHaveBeenCalled()
})

test('an accented letter counts as one character of a password, in composed and in decomposed form', () => {
  for (const letter of ['e\u0301', '\u00e9']) {
    expect(passwordFault(letter.repeat(7), 'ada@example.com')).toBe('password_too_short')
    expect(passwordFault(`${letter.repeat(254)}Qz`, 'ada@example.com')).toBeNull()
    expect(passwordFault(`${letter.repeat(255)}Qz`, 'ada@example.com')).toBe('password_too_long')
    expect(passwordFault(`${letter.repeat(255)}Q`, 'ada@example.com')).toBe('password_too_common')
  }
  expect(passwordFault('x'.repeat(1_025), 'ada@example.com')).toBe('password_too_long')
})

test.runIf(process.platform === 'linux')(
  'when the process that computes a password hash is killed, only that hash fails',
  async () => {
    expect(await verifyPassword('warm up', null)).toBe(false)
    const cut = verifyPassword('not it at all', null)
    for (const pid of hashWorkers()) process.kill(pid, 'SIGKILL')
    await expect(cut).rejects.toThrow('a hash worker ended before it answered')
    expect(await verifyPassword('not it at all', null)).toBe(false)
  },
)

function hashWorkers(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => {
    const [status, command] = [read(pid, 'status'), read(pid, 'cmdline')]
    return status.includes(`PPid:\t${process.pid}\n`) && command.includes('hash-worker.ts')
  })
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // The process has just ended.
    return ''
  }
}
