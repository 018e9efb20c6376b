import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { test } from './test.ts'

/**
 * The page of a host of MCP Apps: it has a frame with an opaque origin and exchanges the extension's messages by
 * postMessage.
 */
function host(chart: string, result: object): string {
  return `<!doctype html><iframe sandbox="allow-scripts" style="width:600px;height:420px"></iframe><script>
    const frame = document.querySelector('iframe')
    window.heard = []
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return
      heard.push(data)
      const say = (message) => source.postMessage({ jsonrpc: '2.0', ...message }, '*')
      if (data.method === 'ui/initialize')
        say({ id: data.id, result: { protocolVersion: '2026-01-26', hostInfo: { name: 'host', version: '1' }, hostCapabilities: {}, hostContext: { theme: 'dark' } } })
      if (data.method === 'ui/notifications/initialized') {
        say({ method: 'ui/notifications/tool-input', params: { arguments: { class: 'stock', code: 'AAPL', region: 'US', interval: '1d' } } })
        say({ method: 'ui/notifications/tool-result', params: ${JSON.stringify(result)} })
      }
    })
    frame.srcdoc = ${JSON.stringify(chart).replaceAll('</script', '<\\/script')}
  </script>`
}

const chart = readFileSync('src/gateway/mcp/chart/chart.html', 'utf8')
const bar = (day: string, o: number, c: number) => ({ t: Date.parse(day), o, h: 12, l: 8, c, v: 1, tu: 0 })
const data = [bar('2026-01-05', 9, 11), bar('2026-01-06', 11, 10), { ...bar('2026-01-07', 10, 10.5), final: false }]

test('the chart of an MCP tool call draws the returned bars in a frame and requests nothing from the network', async ({
  page,
}) => {
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await page.setContent(
    host(chart, { content: [], _meta: { 'market-data/bars': { data, delay: 900, source: 'simulated' } } }),
  )
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading')).toHaveText('AAPL · US · 1d')
  const picture = frame.getByRole('img', { name: '3 bars, 2026-01-05 to 2026-01-07' })
  await expect(picture.locator('rect')).toHaveCount(3)
  await expect(picture.locator('rect.running')).toHaveCount(1)
  await expect(picture.locator('rect.down')).toHaveCount(1)
  const line = frame.locator('#line')
  await expect(line).toHaveText(/^2026-01-07 +O 10 +H 12 +L 8 +C 10\.5 +running +delayed by 900 s +simulated/)
  await picture.hover({ position: { x: 20, y: 100 } })
  await expect(line).toHaveText(/^2026-01-05 +O 9 +H 12/)
  const heard = await page.evaluate(() => (window as unknown as { heard: { method: string }[] }).heard)
  expect(heard.map(({ method }) => method)).toContain('ui/notifications/size-changed')
  expect(requests.filter((url) => url.startsWith('http'))).toEqual([])
})

test('the chart of an MCP tool call shows the message of a refusal', async ({ page }) => {
  const content = [{ type: 'text', text: 'No such symbol.' }]
  await page.setContent(host(chart, { isError: true, content }))
  await expect(page.frameLocator('iframe').getByText('No such symbol.')).toBeVisible()
})
