import { resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { minuteMs } from '#src/contract/time.ts'
import { type ChartGateway, chartGateway, signedIn, type WireBar, walkBars } from '#test/fixtures/chart-gateway.ts'
import { chromiumPath } from '#test/fixtures/chromium.ts'
import { foundSymbol } from '#test/fixtures/found-symbol.ts'
import { scriptWeight } from '#test/fixtures/script-weight.ts'
import { spawnProduct, temporaryDataDir } from '#test/fixtures/spawned.ts'
import { type Bench, quantiles, type Report } from './bench.ts'

const barCount = 100_000
const runs = 5
const liveMs = Number(process.env.CHART_LIVE_MS ?? 180_000)
const size = { width: 1_200, height: 700 }
const layout = {
  ticker: 'NASDAQ:AAPL',
  interval: '1m',
  sessions: false,
  indicators: [{ name: 'sma' }, { name: 'boll' }, { name: 'macd' }, { name: 'rsi' }],
}

export const bench: Bench = {
  about: `${barCount.toLocaleString('en-US')} bars and four indicators in headless Chromium, 1200 × 700`,
  async run(report) {
    await using dataDir = await temporaryDataDir()
    await using product = await spawnProduct(dataDir.path)
    await product.ready()
    const browser = await chromium.launch({
      executablePath: await chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      const bare = await bareLibrary(browser)
      const ours: number[] = []
      for (let run = 0; run < runs; run++) ours.push(await firstPaint(browser, product))
      const paint = quantiles(ours)
      report.row({
        what: `first paint after the bars arrived, median of ${runs}`,
        value: paint.p50,
        unit: 'ms',
        baseline: { what: 'KLineCharts alone, its own MA, BOLL, MACD, RSI', value: bare },
        goal: { atMost: 120 },
      })
      report.note(
        `KLineCharts alone: ${bare.toFixed(0)} ms; ours, each run: ${ours.map((ms) => ms.toFixed(0)).join(', ')} ms`,
      )
      await panning(browser, product, report)
      await searching(browser, product, report)
      await ticking(browser, product, report)
      await living(browser, product, report)
      await firstLoad(browser, product, report)
    } finally {
      await browser.close()
    }
  },
}

type Address = { site: string; api: string }

type Opened = { page: Page; gateway: ChartGateway; bars: WireBar[] }

/** Opens the page with `count` bars and records when the bars arrived. Resolves when all four legends show figures. */
async function open(browser: Browser, { site, api }: Address, count: number): Promise<Opened> {
  const page = await browser.newPage({ viewport: size })
  const bars = walkBars(count, minuteMs)
  const gateway = await chartGateway(page, api, { bars })
  await page.addInitScript((kept) => {
    localStorage.setItem('chart.current', JSON.stringify(kept))
    // The client reads a response as text and parses the text. The chart's own work begins after that.
    const { parse } = JSON
    const read = Response.prototype.text
    let bars: string | null = null
    Response.prototype.text = async function text() {
      const body = await read.call(this)
      if (this.url.includes('/kline')) bars = body
      return body
    }
    JSON.parse = (text, reviver) => {
      const value: unknown = parse(text, reviver)
      if (text === bars) performance.mark('bars')
      return value
    }
    const watch = () => {
      const figures = [...document.querySelectorAll('.legend-row output')].map((output) => output.textContent)
      if (figures.length >= 8 && figures.every((text) => text !== '–')) performance.mark('painted')
      else requestAnimationFrame(watch)
    }
    requestAnimationFrame(watch)
  }, layout)
  await page.goto(`${site}/en-US/chart`)
  await page.waitForFunction(() => performance.getEntriesByName('painted').length > 0, undefined, { timeout: 60_000 })
  return { page, gateway, bars }
}

async function firstPaint(browser: Browser, address: Address): Promise<number> {
  const { page } = await open(browser, address, barCount)
  const ms = await page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime
    const [bars, painted] = [at('bars'), at('painted')]
    if (bars === undefined || painted === undefined) throw new Error('the page was not seen to read the bars')
    return painted - bars
  })
  await page.close()
  return ms
}

async function bareLibrary(browser: Browser): Promise<number> {
  const samples: number[] = []
  for (let run = 0; run < runs; run++) {
    const page = await browser.newPage({ viewport: size })
    await page.setContent('<div id="chart" style="width:1200px;height:640px"></div>')
    await page.addScriptTag({ path: resolve('node_modules/klinecharts/dist/umd/klinecharts.min.js') })
    samples.push(await page.evaluate(paintBare, walkBars(barCount, minuteMs)))
    await page.close()
  }
  return quantiles(samples).p50
}

/** Runs in the page, so it may use only its arguments and globals of the page. */
async function paintBare(bars: ReturnType<typeof walkBars>): Promise<number> {
  const library = (window as unknown as { klinecharts: typeof import('klinecharts') }).klinecharts
  const chart = library.init('chart')
  if (!chart) throw new Error('no chart')
  const data = bars.map(({ t, o, h, l, c, v }) => ({ timestamp: t, open: o, high: h, low: l, close: c, volume: v }))
  const start = performance.now()
  for (const name of ['MA', 'BOLL']) chart.createIndicator({ name, paneId: 'candle_pane' }, true)
  for (const name of ['VOL', 'MACD', 'RSI']) chart.createIndicator(name)
  chart.setSymbol({ ticker: 'X' })
  chart.setPeriod({ type: 'minute', span: 1 })
  chart.setDataLoader({ getBars: ({ callback }) => callback(data, false) })
  const done = () => chart.getIndicators().every((one) => one.result.length === data.length)
  while (!done()) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return performance.now() - start
}

async function panning(browser: Browser, address: Address, report: Report): Promise<void> {
  const { page } = await open(browser, address, barCount)
  await page.evaluate(() => {
    const frames: number[] = []
    const tick = (now: number) => {
      frames.push(now)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Object.assign(window, { frames })
  })
  const mark = () => page.evaluate(() => (window as unknown as { frames: number[] }).frames.length)
  const from = await mark()
  await pan(page)
  const frames = await page.evaluate((at) => (window as unknown as { frames: number[] }).frames.slice(at), from)
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time))
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1_000
  report.row({ what: 'pan', value: (frames.length - 1) / seconds, unit: 'frames/s', goal: { atLeast: 55 } })
  report.row({ what: 'pan, 99th percentile of a frame', value: quantiles(gaps).p99, unit: 'ms' })
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await pan(page)
  const scripts = scriptingByFrame(JSON.parse((await browser.stopTracing()).toString()).traceEvents)
  const { p50, p95 } = quantiles(scripts)
  report.row({ what: 'pan, scripting in a frame, 95th percentile', value: p95, unit: 'ms', goal: { atMost: 8 } })
  report.note(`scripting while panning: median ${p50.toFixed(1)} ms over ${scripts.length} frames`)
  await page.close()
}

async function pan(page: Page): Promise<void> {
  await page.mouse.move(900, 300)
  await page.mouse.down()
  for (let step = 0; step < 180; step++) {
    await page.mouse.move(900 - 500 * Math.sin(step / 29), 300)
    await page.waitForTimeout(12)
  }
  await page.mouse.up()
}

/** An event of Chromium's trace. `ts` is its start and `dur` its length, both in microseconds. */
type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tid: number; pid: number }

const scriptEvents = new Set(['FunctionCall', 'FireAnimationFrame', 'EventDispatch', 'TimerFire', 'RunMicrotasks'])

/** Milliseconds of JavaScript for each frame in which the page ran JavaScript. Nested calls are counted once. */
function scriptingByFrame(events: readonly TraceEvent[]): number[] {
  const thread = events.find(({ name }) => name === 'FireAnimationFrame')
  const own = events.filter(({ pid, tid }) => pid === thread?.pid && tid === thread.tid).sort((a, b) => a.ts - b.ts)
  const frames: number[] = []
  let [sum, until] = [0, 0]
  for (const { name, ph, ts, dur = 0 } of own) {
    // At this event Chromium begins to render a frame and runs its callbacks.
    if (name === 'AnimationFrame::Render' && ph === 'b') {
      if (sum > 0) frames.push(sum / 1_000)
      sum = 0
    } else if (scriptEvents.has(name) && ts >= until) {
      sum += dur
      until = ts + dur
    }
  }
  if (frames.length === 0) throw new Error('the trace has no frame: Chromium names its events otherwise')
  return frames
}

/**
 * Measures the time from the search request, after the pause in typing, until thirty found rows are painted. The
 * stubbed API responds at once.
 */
async function searching(browser: Browser, { site, api }: Address, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: size })
  await signedIn(page, site, api, { apiLevel: 'premium', symbolTypes: [] })
  const rows = (code: string) => Array.from({ length: 30 }, (_, index) => foundSymbol(`${code}${index}`))
  const search = (query: URLSearchParams) => ({
    body: { code: 0, msg: 'ok', data: { content: rows(query.get('code') ?? '') } },
  })
  await chartGateway(page, api, { bars: walkBars(1_000, minuteMs), search })
  await page.goto(`${site}/en-US/chart`)
  await page.locator('.legend-figures').waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox')
  const samples: number[] = []
  for (let run = 0; run < 20; run++) {
    const text = `Q${run}X`
    await page.evaluate(paintedRows, `${text}29`)
    await field.fill(text)
    samples.push(await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted))
  }
  const { p50, p99 } = quantiles(samples)
  report.row({
    what: 'search, from the last key to 30 painted rows without the pause of 500 ms',
    value: p50,
    unit: 'ms',
    goal: { atMost: 120 },
  })
  report.row({ what: 'search, the slowest of 20', value: p99, unit: 'ms' })
  await page.close()
}

/**
 * Runs in the page. Sets `window.painted` to a promise of the milliseconds from the next input until `symbol` is
 * painted as a row, without the typing pause.
 */
function paintedRows(symbol: string): void {
  const painted = new Promise<number>((resolve) => {
    document.addEventListener(
      'input',
      () => {
        const typed = performance.now()
        const check = () => {
          const codes = [...document.querySelectorAll('.symbol-code')]
          if (codes.some(({ textContent }) => textContent === symbol))
            requestAnimationFrame(() => resolve(performance.now() - typed - 500))
          else requestAnimationFrame(check)
        }
        requestAnimationFrame(check)
      },
      { once: true },
    )
  })
  Object.assign(window, { painted })
}

/** Measures frame times while the newest of 100,000 bars changes twenty times a second. */
async function ticking(browser: Browser, address: Address, report: Report): Promise<void> {
  const { page, gateway, bars } = await open(browser, address, barCount)
  await page.locator('.chart-link[data-state="live"]').waitFor({ timeout: 30_000 })
  const stop = sendTicks(gateway, bars)
  const gaps = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        const tick = (now: number) => {
          frames.push(now)
          if (frames.length < 300) requestAnimationFrame(tick)
          else resolve(frames.slice(1).map((time, index) => time - (frames[index] ?? time)))
        }
        requestAnimationFrame(tick)
      }),
  )
  stop()
  report.row({
    what: '20 ticks/s on 100,000 bars, 99th percentile of a frame',
    value: quantiles(gaps).p99,
    unit: 'ms',
    goal: { atMost: 34 },
  })
  await page.close()
}

function sendTicks(gateway: ChartGateway, bars: readonly WireBar[]): () => void {
  const last = bars.at(-1)
  const socket = gateway.sockets.at(-1)
  if (!last || !socket) throw new Error('the chart did not connect')
  let seq = 1
  const timer = setInterval(() => {
    const c = last.c + Math.sin(seq / 7)
    const data = { ...last, c, h: Math.max(last.h, c), l: Math.min(last.l, c), s: 'AAPL', r: 'US', class: 'stock' }
    socket.send(JSON.stringify([{ code: 1, data: { ...data, final: false, type: 'kline@1', seq } }]))
    seq += 1
  }, 50)
  return () => clearInterval(timer)
}

/** Measures memory growth after garbage collections under twenty ticks a second, extrapolated to 30 minutes. */
async function living(browser: Browser, { site, api }: Address, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: size })
  const bars = walkBars(1_000, minuteMs)
  const gateway = await chartGateway(page, api, { bars })
  await page.addInitScript((kept) => localStorage.setItem('chart.current', JSON.stringify(kept)), layout)
  await page.goto(`${site}/en-US/chart`)
  await page.locator('.chart-link[data-state="live"]').waitFor({ timeout: 30_000 })
  const devtools = await page.context().newCDPSession(page)
  const used = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return usedSize / 1024 ** 2
  }
  const stop = sendTicks(gateway, bars)
  await page.waitForTimeout(10_000)
  const [before, start] = [await used(), performance.now()]
  await page.waitForTimeout(liveMs)
  const [after, minutes] = [await used(), (performance.now() - start) / 60_000]
  stop()
  report.note(`heap ${before.toFixed(1)} → ${after.toFixed(1)} MiB in ${minutes.toFixed(1)} min of 20 ticks/s`)
  const growth = Math.max(0, ((after - before) / minutes) * 30)
  report.row({
    what: 'heap growth, extrapolated to 30 min of live ticks',
    value: growth,
    unit: 'MiB',
    goal: { atMost: 10 },
  })
  await page.close()
}

/** Measures all JavaScript that the page requests until the chart is drawn, compressed as sent. */
async function firstLoad(browser: Browser, { site, api }: Address, report: Report): Promise<void> {
  const page = await browser.newPage({ viewport: size })
  const weight = scriptWeight(page)
  await chartGateway(page, api, { bars: walkBars(500, minuteMs) })
  await page.goto(`${site}/en-US/chart`)
  await page.locator('.legend-figures').waitFor()
  const { gzip: bytes } = await weight()
  report.row({ what: 'JavaScript of the first load, gzip', value: bytes / 1_024, unit: 'KiB', goal: { atMost: 260 } })
  await page.close()
}
