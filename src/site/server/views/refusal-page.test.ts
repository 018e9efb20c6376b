import { expect, test } from 'vitest'
import { refuse } from '#src/contract/errors.ts'
import { refusalAnswer } from './refusal-page.ts'

const refused = (path: string, error: 'not_ready' | 'server_busy', headers: Record<string, string> = {}) =>
  refusalAnswer(refuse(error, { retryAfter: 2 }), { path, headers: new Headers(headers) }, 'en-US')

test('during a start the site shows a notice in the language of the reader, and the notice reloads the page automatically', () => {
  const { status, headers, body } = refused('/', 'not_ready', { 'accept-language': 'zh-HK' })
  expect([status, headers['retry-after']]).toEqual([503, '2'])
  expect(body).toContain('<meta http-equiv="refresh" content="2">')
  expect(body).toContain('服務正在啟動')
  expect(refused('/zh-CN/pricing', 'not_ready').body).toContain('服务正在启动')
  expect(JSON.parse(refused('/api/userinfo', 'not_ready').body)).toMatchObject({ error: 'not_ready' })
})

test('the refusal page of a busy server does not reload automatically', () => {
  expect(refused('/', 'server_busy').body).not.toContain('http-equiv="refresh"')
})
