import { expect, test } from 'vitest'
import { testPlatform } from '#test/fixtures/platform.ts'
import { nativeBlock } from './native-block.ts'
import { nativeColumns } from './native-columns.ts'

test('numeric columns of ClickHouse are read unchanged, even from several blocks, and other types are refused', async () => {
  await using ctx = await testPlatform({ clickhouse: true })
  const rows = 50_000
  const [bytes, small, large, whole, versions, prices] = await ctx.clickhouse.columns(
    `SELECT toUInt8(number), toUInt32(4294967295 - number), toInt32(-number), toInt64(number) - 5364662400000,
       toUInt64(4001700000000000 + number), number / 3 FROM numbers(${rows}) ORDER BY number SETTINGS max_block_size = 1000`,
  )
  const last = rows - 1
  expect([bytes?.length, bytes?.[last], small?.[last], large?.[last]]).toEqual([
    rows,
    last % 256,
    2 ** 32 - rows,
    -last,
  ])
  expect([whole?.[0], whole?.[last]]).toEqual([-5_364_662_400_000, last - 5_364_662_400_000])
  expect([versions?.[0], versions?.[last]]).toEqual([4_001_700_000_000_000, 4_001_700_000_000_000 + last])
  expect([prices?.[1], prices?.[last]]).toEqual([1 / 3, last / 3])
  const none = await ctx.clickhouse.columns('SELECT number FROM numbers({n:UInt32})', { n: 0 })
  expect(none.every((column) => column.length === 0)).toBe(true)
  await expect(ctx.clickhouse.columns("SELECT 'text'")).rejects.toThrow('String')
})

test('a ClickHouse response that is truncated or ends with an error text is refused', () => {
  const whole = nativeBlock(3, [['price', 'Float64', new Float64Array([1, 2, 3])]])
  expect(nativeColumns(whole)).toEqual([new Float64Array([1, 2, 3])])
  expect(() => nativeColumns(whole.subarray(0, whole.length - 1))).toThrow('too early')
  expect(() => nativeColumns(Buffer.concat([whole, Buffer.from('Code: 159. DB::Exception')]))).toThrow('type')
})
