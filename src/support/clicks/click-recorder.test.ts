import { expect, test } from 'vitest'
import type { Click } from '#src/contract/account/support.ts'
import type { Platform } from '#src/platform/platform.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { ClickRecorder } from './click-recorder.ts'

const click: Click = {
  event: 'click-footerLink-btn',
  page_path: '/en-US/docs/search',
  page_title: 'Search',
  page_language: 'en-US',
  page_url: 'https://data.example/en-US/docs/search?q=mine#results',
  event_tags: '/pricing',
  event_time: 1_700_000_000_000,
}
const kept = (ctx: Platform) =>
  ctx.clickhouse.query('SELECT event, page_url, event_tags FROM clicks ORDER BY event_tags')

test('a click is stored in ClickHouse without the query and fragment of the address', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  await using clicks = new ClickRecorder(ctx)
  clicks.record(click)
  await clicks.flush()
  expect(await kept(ctx)).toEqual([
    { event: 'click-footerLink-btn', page_url: 'https://data.example/en-US/docs/search', event_tags: '/pricing' },
  ])
})

test('clicks that ClickHouse refuses are kept and written after it accepts writes again', async () => {
  const storage = { full: false }
  await using ctx = await testPlatform({ clickhouse: true, storage })
  await using clicks = new ClickRecorder(ctx)
  storage.full = true
  clicks.record(click)
  await clicks.flush()
  expect(await kept(ctx)).toEqual([])
  storage.full = false
  clicks.record({ ...click, event_tags: '/terms' })
  await clicks.flush()
  expect(await kept(ctx)).toMatchObject([{ event_tags: '/pricing' }, { event_tags: '/terms' }])
})
