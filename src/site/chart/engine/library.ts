import type { Chart } from 'klinecharts'
import { ownDrawings } from './drawings/own-drawings.ts'
import { percentAxis } from './layers/axes.ts'
import { indicatorLayers } from './layers/indicator-layers.ts'
import { breakLayer, compareLayer, heikinAshiLayer, sessionLayer, volumeLayer } from './layers/price-layers.ts'
import { type ChartTheme, stylesOf } from './layers/theme.ts'
import { maxBarSpace, minBarSpace, usualBarSpace } from './viewport.ts'

type Library = typeof import('klinecharts')

/**
 * Opens a canvas with our layers, drawings and axis. KLineCharts accesses `window` when it is imported, so it is
 * imported only in the browser.
 */
export async function openLibrary(host: HTMLElement, theme: ChartTheme): Promise<{ library: Library; chart: Chart }> {
  const library = await import('klinecharts')
  for (const layer of indicatorLayers()) library.registerIndicator(layer)
  library.registerIndicator(volumeLayer())
  library.registerIndicator(heikinAshiLayer())
  library.registerIndicator(sessionLayer())
  library.registerIndicator(breakLayer())
  library.registerIndicator(compareLayer())
  library.registerYAxis(percentAxis())
  for (const drawing of ownDrawings()) library.registerOverlay(drawing)
  const chart = library.init(host, {
    hotkey: { enabled: false },
    layout: { pane: { minHeight: 60, height: 110 }, barSpaceLimit: { min: minBarSpace, max: maxBarSpace } },
    thousandsSeparator: { sign: ',' },
    decimalFold: { threshold: 1000 },
  })
  if (!chart) throw new Error('the chart could not be opened in its element')
  chart.setBarSpace(usualBarSpace)
  chart.setStyles(stylesOf(theme, 'candle'))
  // The library gives its element a `tabindex` that makes the element the first in the tab order of the page.
  host.querySelector<HTMLElement>('[tabindex]')?.setAttribute('tabindex', '-1')
  return { library, chart }
}
