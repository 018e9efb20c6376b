import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire } from '#test/fixtures/tapewire.ts'
import { installCatalogue } from '../catalogue/install.ts'
import {
  addInstrument,
  editInstrument,
  readInstrument,
  renameInstrument,
  searchInstruments,
  setInstrumentState,
} from './edit.ts'
import { findInstrument, upsertInstruments } from './instruments.ts'

let ctx: TestPlatform
const cli = { kind: 'operator-cli' } as const
beforeAll(async () => {
  ctx = await testPlatform({ now: '2026-01-05T12:00:00Z' })
  await installCatalogue(ctx)
})
afterAll(() => ctx[Symbol.asyncDispose]())

async function find(code: string, region = 'US') {
  const found = await findInstrument(ctx, { class: 'stock', code, region })
  if (!found) throw new Error(code)
  return found
}
const search = async (text: string, more: object = {}) => {
  const { rows } = await searchInstruments(ctx, cli, { text, ...more }, { limit: 5, after: null })
  return rows.map(({ code }) => code)
}
const newcomer = { class: 'stock', region: 'us', exchange: 'nyse', name: 'Newcomer Inc.' }

test('a new symbol list does not overwrite edited fields of an instrument, and an edit of an outdated version is refused', async () => {
  const { id } = await find('AAPL')
  await editInstrument(ctx, cli, { id, version: 0, name: 'Apple of ours', currency: 'EUR', priceStep: '0.05' })
  const late = editInstrument(ctx, cli, { id, version: 0, name: 'Apple' })
  await expect(late).rejects.toMatchObject({ error: 'changed_meanwhile' })
  await installCatalogue(ctx)
  const { class: assetClass, region, exchange, code } = await find('AAPL')
  const listed = { class: assetClass, region, exchange, code, name: 'Apple Inc. of a list', sector: 'Fruit' }
  await upsertInstruments(ctx, [listed], 'list')
  const { instrument } = await readInstrument(ctx, cli, id)
  expect(instrument).toMatchObject({ names: { en: 'Apple of ours' }, currency: 'EUR', priceStep: 0.05, version: 1 })
  expect((await audited(ctx, 'instrument.edit')).at(-1)).toMatchObject({
    subject: String(id),
    detail: { after: { name: 'Apple of ours', currency: 'EUR', price_step: '0.05' } },
  })
})

test.each([
  [{ priceStep: '0' }, 'priceStep'],
  [{ lot: '-1' }, 'lot'],
  [{ isin: 'US03783310' }, 'isin'],
  [{ name: ' ' }, 'name'],
  [{ sector: 'a\nb' }, 'sector'],
])('an edit that sets %j on an instrument is refused', async (fields, param) => {
  const { id } = await find('MSFT')
  await expect(editInstrument(ctx, cli, { id, version: null, ...fields })).rejects.toMatchObject({
    error: 'invalid_parameter',
    detail: { param },
  })
})

test('a second installation of the catalogue does not recreate a renamed instrument, which is still found by its old code', async () => {
  const { id } = await find('IBM')
  const conflicting = renameInstrument(ctx, cli, { id, version: null, code: 'KO' })
  await expect(conflicting).rejects.toMatchObject({ error: 'conflict' })
  await expect(renameInstrument(ctx, cli, { id, version: null, code: 'A$B' })).rejects.toMatchObject({
    error: 'invalid_parameter',
  })
  await renameInstrument(ctx, cli, { id, version: 0, code: 'ibmx' })
  await installCatalogue(ctx)
  expect(await find('IBM')).toMatchObject({ id, code: 'IBMX' })
  expect(await readInstrument(ctx, cli, id)).toMatchObject({ former: ['IBM'], instrument: { version: 1 } })
})

test('an added instrument is found by its code, name and ISIN, even after it is delisted', async () => {
  const id = await addInstrument(ctx, cli, { ...newcomer, code: 'newc', isin: 'US0000000001' })
  expect(await find('NEWC')).toMatchObject({ id, exchange: 'NYSE', names: { en: 'Newcomer Inc.' }, home: true })
  const again = addInstrument(ctx, cli, { ...newcomer, code: 'NEWC' })
  await expect(again).rejects.toMatchObject({ error: 'conflict', detail: { param: 'code' } })
  const odd = addInstrument(ctx, cli, { ...newcomer, code: 'OK', class: 'bond' })
  await expect(odd).rejects.toMatchObject({ error: 'invalid_parameter', detail: { param: 'class' } })
  await setInstrumentState(ctx, cli, { id, version: null, state: 'delisted' })
  expect(await search('NEWC')).toEqual(['NEWC'])
  expect(await search('us0000000001')).toEqual(['NEWC'])
  expect(await search('newcomer', { state: 'delisted' })).toEqual(['NEWC'])
  expect(await search('newcomer', { state: 'listed' })).toEqual([])
  expect(await search('%')).toEqual([])
})

test('pages of a search neither repeat nor omit an instrument', async () => {
  const seen: number[] = []
  for (let after: number | null = null, more = true; more; more = after !== null) {
    const page = await searchInstruments(ctx, cli, { text: 'A', class: 'stock' }, { limit: 7, after })
    seen.push(...page.rows.map(({ id }) => id))
    after = page.next
  }
  const { rows } = await searchInstruments(ctx, cli, { text: 'A', class: 'stock' }, { limit: 100, after: null })
  expect(seen.slice(0, 100)).toEqual(rows.map(({ id }) => id))
  expect(new Set(seen).size).toBe(seen.length)
})

test('the command “catalogue add” creates an instrument, and the “symbol” commands search, edit and rename it', async () => {
  expect(await tapewire(ctx, 'catalogue', 'add', 'stock', 'CMDX$US', '--exchange', 'NYSE')).toContain('is listed')
  await tapewire(ctx, 'symbol', 'edit', 'stock', 'CMDX$US', '--name', 'Commands', '--price-step', '0.5')
  expect(await tapewire(ctx, 'symbol', 'search', 'CMDX')).toContain('stock:CMDX$US  NYSE  listed  Commands')
  expect(await tapewire(ctx, 'symbol', 'rename', 'stock', 'CMDX$US', 'CMDY')).toContain('CMDY')
  await expect(tapewire(ctx, 'symbol', 'edit', 'stock', 'CMDY$US', '--lot', 'x')).rejects.toThrow()
})
