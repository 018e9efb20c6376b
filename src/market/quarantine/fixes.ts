import type { RowFix } from '#src/contract/operator/imports.ts'
import type { RowReason } from '#src/contract/values/import-kind.ts'

type Fix = {
  reason: RowReason
  /** The corrected row; null if the fix does not help. */
  apply(head: string, row: string): string | null
}

const standard = 'time,open,high,low,close,volume'

export const fixes: Record<RowFix, Fix> = {
  exchange_high_low: {
    reason: 'high_below_low',
    apply(head, row) {
      const names = (head || standard)
        .toLowerCase()
        .split(',')
        .map((name) => name.trim().replaceAll('"', ''))
      const at = (...spellings: string[]) => names.findIndex((name) => spellings.includes(name))
      const [open, high, low, close] = [at('open', 'o'), at('high', 'h'), at('low', 'l'), at('close', 'c')]
      const cells = row.split(',')
      const [newHigh = '', newLow = ''] = [cells[low], cells[high]]
      const [top, foot] = [Number(newHigh), Number(newLow)]
      const fits = [cells[open], cells[close]].every((text) => Number(text) <= top && Number(text) >= foot)
      if (high < 0 || low < 0 || !fits) return null
      return cells.map((cell, index) => (index === high ? newHigh : index === low ? newLow : cell)).join(',')
    },
  },
}
