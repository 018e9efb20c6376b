import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/readings.ts'

export default {
  joint: '，',
  end: '。',
  separator: '以{separator, select, comma {逗號} semicolon {分號} tab {定位字元} bar {直線} other {固定欄位}}分隔',
  encoding: '編碼為 {encoding}',
  comma: '小數點為逗號',
  groups: '千位以{mark, select, comma {逗號} point {點} blank {空格} other {撇號}}分隔',
  times:
    '{unit, select, s {時間單位為秒} ms {時間單位為毫秒} us {時間單位為微秒} ns {時間單位為納秒} mixed {時間單位為秒及毫秒} other {時間為{zone}時間}}',
  dates: '日期{order, select, dmy {日} other {月}}在前',
  days: '日期以{zone}為準',
  unnamed: '沒有欄位名稱',
  noVolume: '沒有成交量',
  lots: '成交量單位為手，成交額單位為千元',
  scaled: '成交量單位為 {power, select, 2 {100} 3 {1,000} other {10,000}}',
  billionths: '價格單位為十億分之一',
} as const satisfies Words<typeof enUS>
