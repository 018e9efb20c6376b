import { expect } from '@playwright/test'
import { signUpStaff } from '../../fixtures/staff-sign-up.ts'
import { signIn } from '../signed-in.ts'
import type { Stage } from './stage.ts'

const rowCount = 5_000
const everyBad = 100

/** Imports a file with 1 % bad rows. One row is corrected, the others get high and low exchanged; all are released. */
export async function importFile({ page, context, keys, t, site, dataDir, open, checkPage }: Stage): Promise<void> {
  const bad = rowCount / everyBad
  const name = `stock-us-JRNY${Date.now()}-1m.csv`
  const file = { name, mimeType: 'text/csv', buffer: fileWithBadRows() }
  // Listens from the start. Otherwise a key press could open a native file dialog before the browser intercepts it.
  page.on('filechooser', (chooser) => void chooser.setFiles(file))
  await signIn(context, site, await signUpStaff(site, dataDir, 'data'))
  await open('/operator/data')
  await keys.press(page.getByRole('link', { name: t('operatorData.upload.open') }))
  const field = page.getByLabel(t('operatorData.upload.file'), { exact: true })
  await keys.press(field)
  await expect(field).toHaveValue(/JRNY/)
  // The first rows are shown before the upload starts.
  const column = page.getByRole('combobox', { name: t('operatorData.upload.columnOf', { name: 'high' }) })
  await expect(column).toHaveValue('high')
  await checkPage('the first rows of a file')
  await keys.press(page.getByRole('button', { name: t('operatorData.upload.send') }))
  await expect(page.getByText(t('operatorData.upload.sent'))).toBeVisible()
  const opened = page.getByRole('link', { name })
  await expect(async () => {
    await page.reload()
    await expect(opened).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await keys.press(opened)
  const cell = (column: string) =>
    page.getByRole('textbox', { name: t('operatorData.quarantine.cell', { column, line: '52' }), exact: true })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  // The import may still run. The page shows the refused rows when the import ends.
  await expect(cell('open')).toHaveValue('oops')
  await checkPage('refused rows')

  const saveAndRelease = page.getByRole('button', { name: t('operatorData.quarantine.saveAndRelease') })
  await keys.write(cell('open'), 'none')
  await keys.press(saveAndRelease)
  const still = t('operatorData.quarantine.still', { rule: t('operatorData.reasons.not_a_number') })
  await expect(page.getByText(still)).toBeVisible()
  await expect(cell('open')).toHaveValue('none')
  await checkPage('a row that is still wrong')
  await keys.write(cell('open'), '1')
  await keys.press(saveAndRelease)
  await expect(page.getByText(t('operatorData.done.correct'))).toBeVisible()

  const rule = page
    .getByRole('navigation', { name: t('operatorData.quarantine.reasons') })
    .getByRole('link', { name: t('operatorData.reasons.high_below_low') })
  await keys.press(rule)
  await keys.press(page.getByRole('link', { name: t('operatorData.quarantine.fixOpen', { count: bad - 1 }) }))
  await keys.press(page.getByRole('button', { name: t('operatorData.quarantine.fixSubmit') }))
  await expect(page.getByText(t('operatorData.done.fix'))).toBeVisible()
  await expect(page.getByText(t('operatorData.quarantine.noneText'))).toBeVisible()
}

/** Line 52 contains no number. In all other bad rows, high and low are exchanged. */
function fileWithBadRows(): Buffer {
  const rows = Array.from({ length: rowCount }, (_, minute) => {
    const at = new Date(Date.UTC(2024, 0, 2, 15) + minute * 60_000).toISOString()
    if (minute % everyBad !== everyBad / 2) return `${at},1,3,1,2,10`
    return minute === everyBad / 2 ? `${at},oops,3,1,2,10` : `${at},1,1,3,2,10`
  })
  return Buffer.from(`time,open,high,low,close,volume\n${rows.join('\n')}\n`)
}
