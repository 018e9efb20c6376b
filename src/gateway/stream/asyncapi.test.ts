import { expect, test } from 'vitest'
import { z } from 'zod'
import { namesOf } from '#src/contract/record.ts'
import * as contract from '#src/contract/stream.ts'
import { closeCodes, streamPaths } from '#src/contract/stream-names.ts'
import { testSettings } from '../../../test/fixtures/settings.ts'
import { tick } from '../../../test/fixtures/stream.ts'
import { asyncapiDocument } from './asyncapi.ts'
import { eventText, spell } from './delivery/frame.ts'

test('the AsyncAPI document lists the paths, messages and close codes of the stream, and all its references resolve', () => {
  const document = asyncapiDocument({ settings: testSettings(), kept: new Map() })
  const text = JSON.stringify(document)
  expect(Object.keys(document.channels as object).map((name) => `/${name}`)).toEqual(streamPaths)
  const { messages } = document.components as { messages: Record<string, unknown> }
  const frames = Object.keys(contract).filter((name) => name.endsWith('Frame'))
  const names = [...namesOf(contract.clientMessages), ...frames.map((name) => name.replace('Frame', ''))]
  expect(Object.keys(messages).sort()).toEqual(names.sort())
  for (const [name, code] of Object.entries(closeCodes)) expect(text).toContain(`${code} ${name}`)
  const refs = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? '')
  for (const ref of refs) {
    const found = ref
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    expect(found, ref).toBeDefined()
  }
})

test('an event of a socket for all classes, a field of later versions and a numbered message match the AsyncAPI document', () => {
  const { components } = asyncapiDocument({ settings: testSettings(), kept: new Map() })
  const { messages } = components as { messages: Record<string, { payload: Parameters<typeof z.fromJSONSchema>[0] }> }
  const faults = (name: string, value: unknown) =>
    z.fromJSONSchema(messages[name]?.payload ?? false).safeParse(value).error?.issues ?? []
  const event = JSON.parse(eventText(tick('AAPL', 1), 7, spell('AAPL', 'US', 'stock')))
  expect(event.data.class).toBe('stock')
  expect(faults('event', event)).toEqual([])
  expect(faults('event', { ...event, data: { ...event.data, later: 1 } })).toEqual([])
  expect(faults('subscribe', { ac: 'subscribe', params: 'AAPL$US', id: 1 })).toEqual([])
  expect(JSON.stringify(messages.event)).toContain('"class"')
})
