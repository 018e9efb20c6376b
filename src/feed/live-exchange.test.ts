import { expect, test } from 'vitest'
import { freePort } from '#test/fixtures/free-port.ts'
import { Kraken, krakenAt } from '#test/fixtures/kraken.ts'
import { liveExchange } from './live-exchange.ts'

test('a reachable exchange is followed live, and the market of an unreachable exchange is announced as simulated', async () => {
  await using kraken = await Kraken.open()
  expect(await liveExchange([])).toBeNull()
  expect(await liveExchange(['--live', 'Kraken'], kraken.config)).toEqual({ exchange: 'kraken' })
  expect(await liveExchange(['--live=kraken'], kraken.config)).toEqual({ exchange: 'kraken' })
  const away = await liveExchange(['--live', 'kraken'], krakenAt(await freePort()))
  expect(away).toEqual({ sentence: 'kraken cannot be reached from this machine, so its market is simulated.' })
  await expect(liveExchange(['--live'])).rejects.toThrow('--live needs the name of a crypto exchange')
  await expect(liveExchange(['--live', 'krakn'])).rejects.toThrow('not an exchange that can be followed live')
})

test.each([
  ['--liv', ['--liv', 'kraken']],
  ['x', ['--live', 'kraken', 'x']],
  ['--help', ['--live=kraken', '--help']],
])('a start with the unknown argument "%s" is refused', async (unknown, args) => {
  await expect(liveExchange(args)).rejects.toThrow(`Unknown argument "${unknown}"`)
})
