import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { verifyAudit } from '#src/audit/verify.ts'
import { silentLog } from '#src/platform/log/log.ts'
import type { Command } from '#src/platform/server/control.ts'
import { readConfig } from '#src/roles/config.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { temporaryDataDir } from '#test/fixtures/spawned.ts'
import { move } from './backup/move.ts'
import { commands } from './commands.ts'
import { actor } from './terminal/actor.ts'
import { runCommand } from './terminal/run-command.ts'

afterEach(() => void vi.unstubAllEnvs())

test.each(['', 'mistyped'])(
  'no command except "migrate" creates an installation if DATA_DIR has none (…/%s)',
  async (name) => {
    await using dataDir = await temporaryDataDir()
    const path = join(dataDir.path, name)
    const config = readConfig({ DATA_DIR: path }, {})
    // The test runner sets another mode, and `backup verify` reads the settings itself.
    vi.stubEnv('MODE', '')
    const io = { cwd: dataDir.path, signal: new AbortController().signal, print() {}, progress() {} }
    const answers = new Map<string, string>()
    for (const command of [...commands, move]) {
      if (command.name === 'migrate') continue
      const answer = await runCommand(config, command, ['file'], io, silentLog).then(
        () => 'done',
        (cause: Error) => cause.message,
      )
      answers.set(command.name, answer)
    }
    expect(await readdir(dataDir.path)).toEqual([])
    expect(answers.get('doctor')).toBe(
      `There is no installation in DATA_DIR ${path}. Set DATA_DIR to its folder; "npm start" or "npm run tapewire -- migrate" makes a new one.`,
    )
    const others = [...answers].filter(([, answer]) => answer !== answers.get('doctor'))
    expect(others).toEqual([['backup verify', expect.stringContaining('There is no backup')]])
  },
)

test('a command on a stopped product chains the audit rows that it writes', async () => {
  await using platform = await testPlatform()
  await using dataDir = await temporaryDataDir()
  const { host, port, user, database } = platform.postgresConnection
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const config = readConfig({ DATA_DIR: dataDir.path, DATABASE_URL: url }, {})
  const io = { cwd: dataDir.path, signal: new AbortController().signal, print() {}, progress() {} }
  const audited: Command = {
    name: 'test',
    usage: 'test',
    summary: '',
    run: ({ postgres }) => postgres.transaction((tx) => postgres.audit(tx, actor, 'test', 'subject')),
  }
  await runCommand(config, audited, [], io, silentLog)
  expect(await verifyAudit(platform)).toMatchObject({ rows: 1, unchained: 0 })
})
