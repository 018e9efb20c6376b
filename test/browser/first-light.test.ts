import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'
import { WebSocket } from 'ws'
import { sharedData } from '../fixtures/shared-data.ts'
import { copied } from './copied.ts'
import { readCurl } from './read-curl.ts'
import { signUpInForm } from './sign-up.ts'
import { test } from './test.ts'

const site = () => process.env.TAPEWIRE_SITE ?? ''
const api = () => process.env.TAPEWIRE_API ?? ''
const fields = ['t', 'o', 'h', 'l', 'c', 'v'] as const
const bundledNode = 'node_modules/.bin/node'

test('a visitor opens the site, signs up, copies the key, and reads bars and changing ticks with it', async ({
  browser,
}) => {
  const imported = await importBars('bars/stock-us-IBM-1d.csv.gz')
  const context = await browser.newContext({ locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const faults = faultsOf(page)
  page.setDefaultTimeout(20_000)

  await page.goto(site())
  await expect(page).toHaveURL(`${site()}/en-US`)
  await page.getByRole('banner').getByRole('link', { name: 'Get it now' }).first().click()
  await page.getByRole('link', { name: 'Sign up' }).click()
  await signUpInForm(page, 'en-US')
  await expect(page).toHaveURL(`${site()}/en-US/dashboard`)

  const call = page.locator('.key-call')
  const request = call.getByRole('tabpanel')
  await expect(page.getByTestId('first-key')).toHaveText(/^tw_l\*\*\*\w{4}$/)
  await expect(request).toContainText('token: tw_l***')
  const line = await copied(call.getByRole('button', { name: 'Copy' }))
  await expect(request).toContainText(/token: tw_live_[0-9A-Za-z]{36}"/)
  const { url, token: key } = readCurl(line)
  expect(url.startsWith(`${api()}/stock/kline?`), line).toBe(true)
  const newest = await answerTo(url, key)
  expect(((await newest.json()) as { data: unknown[] }).data).toHaveLength(5)

  if (imported) {
    const part = imported.slice(-1_000)
    const range = new URL(url)
    range.searchParams.set('code', 'IBM')
    range.searchParams.set('limit', '1000')
    range.searchParams.set('et', String(part.at(-1)?.[0]))
    const { data } = (await (await answerTo(range.href, key)).json()) as { data: Record<string, number>[] }
    expect(data.map((bar) => fields.map((name) => bar[name]))).toEqual(part)
    range.searchParams.set('format', 'csv')
    const [head = '', ...rows] = (await (await answerTo(range.href, key)).text()).trim().split(/\r?\n/)
    const at = fields.map((name) => head.split(',').indexOf(name))
    expect(rows.map((row) => at.map((index) => Number(row.split(',')[index])))).toEqual(part)
  }

  const prices = await pricesThatMove(key)
  expect(prices.every((price) => price > 0)).toBe(true)

  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Security' }).click()
  await expect(page).toHaveURL(`${site()}/en-US/dashboard/security`)
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(page.getByText('this device')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(page.getByText('this device')).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})

/**
 * Imports a recorded file into the running product by the operator's command and returns its rows; null if the file
 * is absent.
 */
async function importBars(name: string): Promise<number[][] | null> {
  const path = sharedData(name)
  if (!path) return null
  const rows = gunzipSync(readFileSync(path)).toString().trim().split('\n').slice(1)
  const env = { ...process.env, DATA_DIR: process.env.TAPEWIRE_DATA_DIR ?? '' }
  const node = existsSync(bundledNode) ? bundledNode : process.execPath
  await promisify(execFile)(node, ['src/cli/main.mjs', 'import', 'bars', path], { env })
  return rows.map((row) => {
    const [time = '', ...figures] = row.split(',')
    return [Date.parse(time), ...figures.map(Number)]
  })
}

async function answerTo(url: string, key: string): Promise<Response> {
  const response = await fetch(url, { headers: { token: key } })
  expect(response.status, url).toBe(200)
  return response
}

/** Subscribes as a client of the old stream protocol, until a tick's price differs from the first price. */
function pricesThatMove(key: string): Promise<number[]> {
  const socket = new WebSocket(`${api().replace('http', 'ws')}/crypto`)
  const prices: number[] = []
  return new Promise<number[]>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`closed with ${code} after ${prices.length} ticks`)))
    socket.on('message', (frame) => {
      const { code, msg, resAc, data } = JSON.parse(String(frame))
      if (msg === 'Connected Successfully') socket.send(JSON.stringify({ ac: 'auth', params: key }))
      else if (resAc === 'auth' && code === 1)
        socket.send(JSON.stringify({ ac: 'subscribe', params: 'BTCUSD$BA', types: 'tick' }))
      else if (resAc && code !== 1) reject(new Error(String(frame)))
      if (data?.type !== 'tick') return
      prices.push(data.ld)
      if (new Set(prices).size > 1) resolve(prices)
    })
  }).finally(() => socket.terminate())
}

/** Collects errors in the page or its console, and responses with status 500 or higher. */
function faultsOf(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
  })
  page.on('console', (message) => {
    // The browser logs a response 401, which only means that there is no session.
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text())
  })
  return faults
}
