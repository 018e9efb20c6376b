import { expect, test } from 'vitest'
import { testSettings } from '#test/fixtures/settings.ts'
import { securityText } from './security-text.server.ts'

const at = (now: string, texts: Record<string, string> = {}) =>
  securityText({ settings: testSettings(texts), kept: new Map(), clock: { ...clock, now: () => Date.parse(now) } })
const clock = { now: () => 0, setTimeout: () => ({ [Symbol.dispose]() {} }) } as never as Parameters<
  typeof securityText
>[0]['clock']

test('security.txt names a contact, its own address and the security page in each language, and expires after half a year', () => {
  const site = { PUBLIC_URL: 'https://www.example.com', SUPPORT_EMAIL: 'help@example.com' }
  expect(at('2026-11-28T10:00:00Z', site)).toBe(`Contact: mailto:help@example.com
Expires: 2027-05-27T00:00:00Z
Preferred-Languages: en, zh
Canonical: https://www.example.com/.well-known/security.txt
Policy: https://www.example.com/en-US/docs/security
Policy: https://www.example.com/zh-CN/docs/security
Policy: https://www.example.com/zh-HK/docs/security
`)
  expect(at('2030-01-01T00:00:00Z', { ...site, SECURITY_EMAIL: 'security@example.com' })).toMatch(
    /^Contact: mailto:security@example.com\nExpires: 2030-06-30T00:00:00Z$/m,
  )
})
