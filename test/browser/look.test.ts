import { expect } from '@playwright/test'
import { flawsAt } from '#lab/look/flaws.ts'
import { test } from './test.ts'

const whole = '<p style="font: 16px sans-serif; width: 300px; margin: 20px">Bars of one minute</p>'

test('the layout check reports no flaws on a page with a correct layout', async ({ page }) => {
  await page.setContent(whole)
  expect(await flawsAt(page, [360, 1280])).toEqual([])
})

for (const [flaw, html] of [
  ['scroll', '<div style="width: 500px; height: 20px"></div>'],
  ['clipped', '<p style="width: 60px; overflow: hidden; white-space: nowrap">Bars of one minute</p>'],
  ['clipped', '<p style="width: 90px; height: 20px; overflow: hidden">Bars of one minute, adjusted for splits</p>'],
  ['outside', '<p style="width: 60px; white-space: nowrap">Bars of one minute</p>'],
  ['outside', '<section style="width: 100px"><div style="width: 140px; height: 20px"></div></section>'],
  ['outside', '<section style="height: 20px"><div style="height: 60px"></div></section>'],
  ['overlap', '<p>Bars of one minute</p><p style="margin-top: -30px">Ticks of one day</p>'],
  ['overlap', '<p>Bars of one minute</p><button style="position: absolute; top: 20px; left: 20px">Copy</button>'],
  ['overlap', '<div style="position: fixed; top: 20px; left: 20px">Search</div>'],
  [
    'overlap',
    `<header style="position: sticky; top: 0"><b>Search everything</b></header>
     <div style="position: fixed; top: 90px; left: 0; right: 0"><i>owner of it all</i></div>
     <div style="position: absolute; z-index: 2; top: 88px; left: 0; right: 0"><u>Search here</u></div>`,
  ],
  ['wrapped', '<p style="width: 50px"><a class="btn">Get it now</a></p>'],
  ['mark', '<p style="width: 49px; word-break: keep-all; overflow-wrap: anywhere">从首个，到逐笔</p>'],
  ['size', '<p style="font-size: 13px">Bars</p>'],
  ['size', '<svg viewBox="0 0 100 20" width="90"><text y="14" font-size="14">Bars</text></svg>'],
] as const)
  test(`the layout check of ${html} finds the flaw “${flaw}”`, async ({ page }) => {
    await page.setContent(`<style>body { font: 16px sans-serif } p { margin: 16px 0 }</style>${whole}${html}`)
    const found = await flawsAt(page, [360])
    expect(found.map((line) => line.split(' ')[2])).toContain(flaw)
  })

test('the layout check accepts hidden screen reader texts, scrolling content and a layer with a background', async ({
  page,
}) => {
  await page.setContent(`<style>body { font: 16px sans-serif }</style>${whole}
    <span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">Bars</span>
    <div style="width: 60px; overflow-x: auto"><p style="white-space: nowrap; width: max-content">Bars of one minute</p></div>
    <div style="position: fixed; top: 20px; left: 20px; background: #fff"><p>Contact</p></div>`)
  expect(await flawsAt(page, [360])).toEqual([])
})
