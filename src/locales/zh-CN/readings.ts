import type { Words } from '#src/contract/words.ts'
import type enUS from '../en-US/readings.ts'

export default {
  joint: '，',
  end: '。',
  separator: '以{separator, select, comma {逗号} semicolon {分号} tab {制表符} bar {竖线} other {固定列}}分隔',
  encoding: '编码为 {encoding}',
  comma: '小数点为逗号',
  groups: '千位以{mark, select, comma {逗号} point {点} blank {空格} other {撇号}}分隔',
  times:
    '{unit, select, s {时间单位为秒} ms {时间单位为毫秒} us {时间单位为微秒} ns {时间单位为纳秒} mixed {时间单位为秒和毫秒} other {时间为{zone}时间}}',
  dates: '日期{order, select, dmy {日} other {月}}在前',
  days: '日期以{zone}为准',
  unnamed: '没有列名',
  noVolume: '没有成交量',
  lots: '成交量单位为手，成交额单位为千元',
  scaled: '成交量单位为 {power, select, 2 {100} 3 {1,000} other {10,000}}',
  billionths: '价格单位为十亿分之一',
} as const satisfies Words<typeof enUS>
