import { expect, test } from 'vitest'
import { joinMetrics } from './of-processes.ts'

test('metrics of two processes are joined with one description per metric and a label on each value', () => {
  const data = '# HELP a Of a.\n# TYPE a gauge\na 1\n\n# HELP b Of b.\n# TYPE b counter\nb{x="1 {"} 2\n'
  const site = '# HELP a Of a.\n# TYPE a gauge\na 3\n# HELP c Of c.\n# TYPE c gauge\n'
  expect(joinMetrics({ data, site }).split('\n')).toEqual([
    ...['# HELP a Of a.', '# TYPE a gauge', 'a{part="data"} 1', 'a{part="site"} 3', ''],
    ...['# HELP b Of b.', '# TYPE b counter', 'b{part="data",x="1 {"} 2', ''],
    ...['# HELP c Of c.', '# TYPE c gauge', ''],
  ])
})
