import { expect, test } from 'vitest'
import { minuteMs } from '#src/contract/time.ts'
import { createKeyring, newRing } from '#src/platform/data-dir/keyring.ts'
import { acquireLease, ensureLease } from '#src/platform/leases/lease.ts'
import { startedProcesses } from '#src/platform/processes/process.ts'
import { keyOnPlan } from '#test/fixtures/key-on-plan.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { readInstallation } from './installation.ts'

const cli = { kind: 'operator-cli' } as const

test('the installation report shows an owner the whole installation and the origin of each setting, but no secrets', async () => {
  const smtp = 'smtp://robot:hunter2@mail.example.com:587'
  await using ctx = await testPlatform({ clickhouse: true, settings: { SMTP_URL: smtp, BRAND_NAME: 'Acme' } })
  await keyOnPlan(ctx, 'stock-us-base')
  const { actor } = await testStaff(ctx, 'owner@example.com', 'owner')
  await ensureLease(ctx.postgres.db, 'feed:kraken')
  await ensureLease(ctx.postgres.db, 'recorder')
  await acquireLease(ctx.postgres.db, 'recorder', 'host 1 a', minuteMs)
  const gateway = { name: 'gateway-2', roles: ['gateway'], pid: 7, status: 'away', since: 5, starts: 3 } as const
  startedProcesses.set(ctx, [{ ...gateway, ended: null }])
  const installation = await readInstallation(ctx, actor, 'en-US')
  expect(installation.processes).toEqual([gateway])
  const settings = installation.groups.flatMap(({ settings }) => settings)
  const of = (name: string) => settings.find(({ env }) => env === name)
  expect(of('BRAND_NAME')).toMatchObject({ value: 'Acme', origin: 'environment', isSecret: false })
  expect(of('ALERT_EMAIL')).toMatchObject({ value: 'operator@example.com', origin: 'file' })
  expect(of('PORT')).toMatchObject({ value: '3000', origin: 'default' })
  expect(of('SMTP_URL')).toMatchObject({ value: null, isSecret: true, isSet: true, origin: 'environment' })
  expect(of('REDIS_URL')).toMatchObject({ value: null, isSecret: true, isSet: false, origin: 'default' })
  expect(JSON.stringify(installation)).not.toContain('hunter2')
  expect(installation.stores).toMatchObject([
    { name: 'postgres', isEmbedded: true, migration: expect.any(String) },
    { name: 'clickhouse', isEmbedded: true },
  ])
  for (const store of installation.stores) expect(store?.bytes).toBeGreaterThan(0)
  expect(installation.doctor).toContainEqual({ name: 'node', isFine: true, text: process.version })
  expect(installation.keyring).toEqual({
    ...{ keys: [{ version: 1, sealed: 2, needs: expect.any(Array), signs: true }], seals: 1, isSetting: false },
    ...{ waiting: 0, retirable: [], missing: [], rotation: null },
  })
  expect(installation.backups).toEqual([])
  expect(installation.doctor).toContainEqual({ name: 'backup', isFine: null, text: 'none yet' })
  expect(installation.leases).toEqual([
    { name: 'feed:kraken', holder: null, since: null, fence: 0 },
    { name: 'recorder', holder: 'host 1 a', since: expect.any(Number), fence: 1 },
  ])
  const chinese = await readInstallation(ctx, cli, 'zh-HK')
  expect(chinese.groups[0]?.name).toBe('模式與角色')
})

test('the installation report lists the missing keys of stored secrets, and only owners may read the report', async () => {
  await using ctx = await testPlatform()
  await keyOnPlan(ctx, 'stock-us-base')
  const later = { ...ctx, keyring: createKeyring(newRing().replace('1:', '2:')) }
  expect(await readInstallation(later, cli, 'en-US')).toMatchObject({
    keyring: { keys: [{ version: 2, sealed: 0 }], seals: 2, missing: [1] },
    stores: [{ name: 'postgres' }, null],
  })
  const { actor } = await testStaff(ctx, 'billing@example.com', 'billing')
  await expect(readInstallation(ctx, actor, 'en-US')).rejects.toMatchObject({ error: 'staff_role_required' })
})
