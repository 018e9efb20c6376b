import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/reads.ts'

const reads: Words<typeof en> = {
  again: '重试',
  failed: '这部分内容暂时无法读取。',
  kept: '暂时无法重新读取，以下为之前读取的内容。',
  unknown: '暂时无法读取',
  since: '{time} 起',
  noLine: '暂无日内价格',
}

export default reads
