import { expect, test } from 'vitest'
import { testSettings } from '../../../test/fixtures/settings.ts'
import { asyncapiDocument } from './asyncapi.ts'

test('the AsyncAPI document lists the paths, messages and close codes of the stream, and each of its references is resolved', () => {
  const document = asyncapiDocument({ settings: testSettings(), kept: new Map() })
  const text = JSON.stringify(document)
  expect(Object.keys(document.channels as object)).toEqual([
    'stock',
    'forex',
    'indices',
    'crypto',
    'future',
    'fund',
    'stream',
  ])
  const { messages } = document.components as { messages: Record<string, unknown> }
  expect(Object.keys(messages)).toEqual([
    'auth',
    'subscribe',
    'unsubscribe',
    'list',
    'ping',
    'resume',
    'event',
    'reply',
    'gap',
    'heartbeat',
    'close',
  ])
  for (const code of ['4001', '4003', '4008', '4009', '4029', '1012']) expect(text).toContain(code)
  const refs = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
  for (const ref of refs) {
    const found = ref
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    expect(found, ref).toBeDefined()
  }
})
