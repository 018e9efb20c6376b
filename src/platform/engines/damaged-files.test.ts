import { expect, test } from 'vitest'
import { damagedHistory, startFailure } from './damaged-files.ts'

const files = { data: '/var/tapewire/postgres/data', logFile: '/var/tapewire/postgres/postgres.log' }

test.each([
  [
    'the control file',
    [
      '2026-11-22 10:00:00.000 UTC [7] FATAL:  could not open file "global/pg_control": No such file or directory',
      'HINT:  You need to initdb.',
    ],
  ],
  ['the control file', ['PANIC:  control file contains invalid checkpoint location']],
  ['the control file', ['FATAL:  database files are incompatible with server']],
  [
    'the write-ahead log',
    [
      'FATAL:  the database system is starting up',
      'LOG:  invalid checkpoint record',
      'PANIC:  could not locate a valid checkpoint record at 0/1A2B3C4',
      'FATAL:  the database system is starting up',
    ],
  ],
  ['a file', ['FATAL:  could not open file "global/1262": No such file or directory']],
])("damage of %s is reported without PostgreSQL's hints", (what, lines) => {
  const { message } = startFailure(lines.join('\n'), files)
  expect(message).toMatch(`The database in ${files.data} is damaged (${what}): `)
  expect(message).toContain('put back the whole DATA_DIR from a copy')
  expect(message).not.toMatch(/initdb|HINT/)
})

test('a full disk or another failure is not reported as damage', () => {
  const full = 'FATAL:  could not write lock file "postmaster.pid": No space left on device'
  expect(startFailure(full, files).message).toContain('has no room on its disk')
  expect(startFailure('FATAL:  out of shared memory', files).message).toBe(
    'The embedded PostgreSQL did not start: out of shared memory',
  )
  expect(startFailure('', files).message).toContain(files.logFile)
})

test('when an engine cannot open its history, the first sentence of its error is reported, without the stack', () => {
  const cause = new Error(
    'Code: 62. DB::Exception: Syntax error in bars.sql: failed. (SYNTAX_ERROR)\nStack trace:\n0. x',
  )
  const { message } = damagedHistory('/data/clickhouse', cause)
  expect(message).toMatch(
    'The history in /data/clickhouse cannot be opened: Code: 62. DB::Exception: Syntax error in bars.sql',
  )
  expect(message).not.toContain('Stack trace')
})
