import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PaymentWorld, usdt } from '#test/fixtures/payments.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { audited, tapewire as operate } from '#test/fixtures/tapewire.ts'

test('imported sweeps are recorded completely or not at all, and a second import changes nothing', async () => {
  await using ctx = await testPlatform()
  const world = await PaymentWorld.open(ctx)
  const [a = '', b = ''] = await Promise.all(
    ['ada@example.com', 'bob@example.com'].map(async (email) => {
      const order = await world.order(await world.customer(email))
      await world.pay(order, usdt(80))
      return (await world.shown(order)).address ?? ''
    }),
  )
  await world.settle()
  const tapewire = (...args: string[]) => operate(ctx, ...args)
  const record = async (name: string, text: string) => {
    const file = join(ctx.settings.dataDir, name)
    await writeFile(file, text)
    return tapewire('payments', 'sweep', 'record', '--file', file)
  }
  const line = (address: string, digit: string, amount = '80') =>
    JSON.stringify({ network: 'TRC20', address, txHash: digit.repeat(64), amount })
  const wrong = [
    line(a, 'a'),
    line(b, 'b', '80.01'),
    line(a, 'c', '-1'),
    line('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'd'),
    JSON.stringify({ network: 'BTC', address: a, txHash: 'x', amount: '1' }),
    line(a, 'a'),
  ].join('\n')
  const refused = await record('wrong.jsonl', wrong).catch((error: Error) => error.message)
  expect(refused).toMatch(/^Nothing was recorded\.\nLine 2 takes 0\.01 USDT more than is there\.\nLine 3 has no amount/)
  expect(refused).toMatch(/Line 4 names TUEZ.*\nLine 5 names the network "BTC".*\nLine 6 says the same as line 1\./)
  await expect(record('broken.jsonl', `${line(a, 'a')}\n{"network":`)).rejects.toThrow('Line 2 is not a JSON object')
  await expect(record('no.csv', 'address,amount\n')).rejects.toThrow('columns network,address,txHash,amount')
  expect((await sql`select 1 from payment_sweep`.execute(ctx.postgres.db)).rows).toEqual([])

  const csv = `amount,network,address,txHash\r\n80,TRC20,${a},0x${'A'.repeat(64)}\r\n70,TRC20,${b},${'b'.repeat(64)}\r\n`
  expect(await record('sweeps.csv', csv)).toBe('2 recorded, 0 known already.')
  expect(await record('sweeps.csv', csv)).toBe('0 recorded, 2 known already.')
  expect(await record('more.jsonl', `${line(a, 'a')}\n${line(b, 'e', '10')}\n`)).toBe('1 recorded, 1 known already.')
  await expect(record('other.jsonl', line(a, 'a', '79'))).rejects.toThrow('is recorded already, with 80.00 USDT')
  expect(await tapewire('payments', 'sweep-list')).toBe('network,index,address,amount')
  expect(await audited(ctx, 'payment.sweep')).toHaveLength(3)
})
