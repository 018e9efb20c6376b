import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { otherEnds, type ProcessState, startedProcesses } from '#src/platform/processes/process.ts'
import { type TestPlatform, testPlatform } from '#test/fixtures/platform.ts'
import { openIncident, openIncidents } from '../deposits/incident-store.ts'
import { heldPayments } from '../operator/held-payments.ts'
import { raiseAlerts } from './alerts.ts'
import { someRecover, watchProcesses } from './process-alerts.ts'

const operator = 'operator@example.com'

const opened = () => testPlatform({ settings: { ALERT_EMAIL: operator } })

/** Sets the states of two processes: `data` serves, and the process `site` has the values in `site`. */
function processes(ctx: TestPlatform, site: Partial<ProcessState>): void {
  const usual = { pid: 7, status: 'up', since: ctx.clock.now(), starts: 1, ended: null } as const
  startedProcesses.set(ctx, [
    { ...usual, name: 'data', roles: ['gateway', 'feed'] },
    { ...usual, name: 'site', roles: ['site', 'payments'], ...site },
  ])
}

async function subjects(ctx: TestPlatform): Promise<string[]> {
  await watchProcesses(ctx, null)
  await raiseAlerts(ctx)
  return (await ctx.mails(operator)).map(({ subject }) => subject).toReversed()
}

test('a mail reports a process that ended by itself, and a second mail follows when the process has run for a minute again', async () => {
  await using ctx = await opened()
  processes(ctx, {})
  expect(await subjects(ctx)).toEqual([])
  const ended = { at: ctx.clock.now(), code: null, signal: 'SIGKILL' }
  processes(ctx, { status: 'away', ended })
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, site'])
  const [mail] = await ctx.mails(operator)
  expect(mail?.text).toContain('roles site, payments, signal SIGKILL, starts 1')
  expect(mail?.text).toContain('A process of this installation ended by itself, or was killed')
  processes(ctx, { starts: 2, ended })
  await ctx.clock.advance(minuteMs - 1)
  expect(await subjects(ctx)).toHaveLength(1)
  await ctx.clock.advance(1)
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, site', 'Closed: process_ended, site'])
  expect(await subjects(ctx)).toHaveLength(2)
})

test('if a process ends several times, less than a minute apart, only one mail is sent', async () => {
  await using ctx = await opened()
  for (let starts = 2; starts < 6; starts++) {
    processes(ctx, { starts, ended: { at: ctx.clock.now(), code: 1, signal: null } })
    await ctx.clock.advance(15_000)
    expect(await subjects(ctx)).toEqual(['Incident: process_ended, site'])
  }
})

test('a mail reports that a process ended, even if the first check runs five minutes after the process restarted', async () => {
  await using ctx = await opened()
  const at = ctx.clock.now()
  processes(ctx, { starts: 2, ended: { at, code: 1, signal: null } })
  await ctx.clock.advance(5 * minuteMs)
  expect(someRecover(ctx)).toBe(false)
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, site'])
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, site', 'Closed: process_ended, site'])
  expect(await subjects(ctx)).toHaveLength(2)
})

test('a start closes the incidents of ended processes; with a shared database, a start closes only those of its own machine', async () => {
  await using ctx = await opened()
  const { db } = ctx.postgres
  for (const subject of ['gateway-9', 'one gateway-1', 'two gateway-1'])
    await openIncident(db, { network: null, kind: 'process_ended', subject, at: ctx.clock.now() })
  processes(ctx, {})
  await watchProcesses(ctx, 'one')
  expect((await openIncidents(db)).map(({ subject }) => subject)).toEqual(['gateway-9', 'two gateway-1'])
  await watchProcesses(ctx, null)
  expect(await openIncidents(db)).toEqual([])
})

test('a mail reports the end of a killed installation with one process, and a second mail follows a minute after the restart', async () => {
  await using ctx = await opened()
  startedProcesses.set(ctx, [])
  otherEnds.set(ctx, { start: { at: ctx.clock.now(), code: null, signal: null } })
  expect(someRecover(ctx)).toBe(true)
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, start'])
  await ctx.clock.advance(minuteMs)
  expect(await subjects(ctx)).toEqual(['Incident: process_ended, start', 'Closed: process_ended, start'])
  expect(someRecover(ctx)).toBe(false)
  expect(await subjects(ctx)).toHaveLength(2)
})

test('the incident of an ended process is not listed among the held payments', async () => {
  await using ctx = await opened()
  processes(ctx, { status: 'away', ended: { at: ctx.clock.now(), code: 1, signal: null } })
  await watchProcesses(ctx, null)
  expect(await openIncidents(ctx.postgres.db)).toHaveLength(1)
  expect(await heldPayments(ctx, { kind: 'operator-cli' })).toEqual([])
})
