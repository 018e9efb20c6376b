import { expect, test } from 'vitest'
import { silentLog } from '#src/platform/log/log.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { testSettings } from '#test/fixtures/settings.ts'
import { openStartingSite } from './starting-site.ts'

test('while its stores open, the site shows the current step of the start in the language of the reader', async () => {
  const port = await freePort()
  await using starting = await openStartingSite(testSettings({ PORT: String(port) }), silentLog)
  const address = `http://127.0.0.1:${port}`
  const page = (path: string, headers: Record<string, string> = {}) => fetch(address + path, { headers })
  const answer = await page('/', { 'accept-language': 'zh-HK' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  const text = await answer.text()
  expect(text).toContain('<meta http-equiv="refresh" content="2">')
  expect(text).toContain('服務正在啟動：正在開啟數據庫')
  starting?.show('Bringing the tables up to date')
  starting?.show('a line that is no step')
  expect(await (await page('/en-US/pricing')).text()).toContain('its tables are being brought up to date')
  expect(await (await page('/api/userinfo', { lang: 'zh-CN' })).json()).toMatchObject({
    error: 'not_ready',
    msg: expect.stringContaining('正在更新数据表'),
  })
  expect([(await page('/healthz/live')).status, (await page('/healthz/startup')).status]).toEqual([200, 503])
})

test('the site cannot start on a port that another program uses, and the error names the port', async () => {
  const port = await freePort()
  const settings = testSettings({ PORT: String(port) })
  await using _first = await openStartingSite(settings, silentLog)
  await expect(openStartingSite(settings, silentLog)).rejects.toThrow(`Port ${port} is taken by another program.`)
})
