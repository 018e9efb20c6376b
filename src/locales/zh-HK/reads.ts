import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/reads.ts'

const reads: Words<typeof en> = {
  again: '重試',
  failed: '這部分內容暫時未能讀取。',
  kept: '暫時未能重新讀取，以下為之前讀取的內容。',
  unknown: '暫時未能讀取',
  since: '{time} 起',
  noLine: '暫無日內價格',
}

export default reads
