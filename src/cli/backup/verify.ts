import { tmpdir } from 'node:os'
import { type OpenedBackup, openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { keyOf, openPlace, placeAt } from '#src/platform/backup/places/open-place.ts'
import { type BackupPlace, locate, openBackup } from '#src/platform/backup/places/place.ts'
import { noteVerification } from '#src/platform/backup/records.ts'
import { verifyBackup } from '#src/platform/backup/verify.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { type Settings, SettingsError } from '#src/platform/settings.ts'
import { progressBar } from '#src/platform/text/progress-bar.ts'
import { readConfig } from '#src/roles/config.ts'
import { parse } from '../terminal/arguments.ts'
import { show } from '../terminal/checked.ts'
import { describePart } from './describe-part.ts'
import { identityOption, readIdentities } from './identity.ts'
import { usualLocation } from './location.ts'

const usage = 'backup verify [<folder or s3://…>] [--identity <file>] [--json]'

/**
 * Verifies a backup, even without an installation, because a new machine has no installation before the restore. An
 * existing installation records the result.
 */
export const verify: Command = {
  name: 'backup verify',
  usage,
  summary: 'Read a backup, or the newest of a place, from end to end: rows and sums of every file',
  async withoutInstallation(args, io) {
    const config = readConfig()
    const open = (location: string) => openPlace(location, tmpdir(), keyOf(config))
    refuseDamaged(await verifyArguments(args, io, { settings: config.settings, open }))
  },
  async run(ctx, args, io) {
    const open = (location: string) => placeAt(ctx, location)
    const verified = await verifyArguments(args, io, { settings: ctx.settings, open })
    await noteVerification(ctx, verified.backup, verified.fault)
    refuseDamaged(verified)
  },
}

type Verified = { backup: OpenedBackup; fault: string | null }

type Reading = { settings: Settings; open: (location: string) => Promise<BackupPlace> }

async function verifyArguments(args: readonly string[], io: CommandIo, { settings, open }: Reading): Promise<Verified> {
  const { positionals, values } = parse(args, identityOption)
  const { place: location, name } = await locate(usualLocation(settings, positionals, usage), io.cwd)
  await using place = await open(location)
  const found = await openBackup(place, name)
  const identities = readIdentities(io, values.identity)
  const isClosed = found.manifest.encryptedTo.length > 0 && identities === null
  const backup = isClosed ? { ...found, identities } : await openEncrypted(found, identities)
  if (isClosed) io.print('The backup is encrypted: without --identity <file> its sums are compared, its rows not read.')
  return { backup, fault: await verifyAndPrint(backup, io) }
}

function refuseDamaged({ backup, fault }: Verified): void {
  if (fault !== null) throw new SettingsError(`The backup ${backup.path} is damaged.`)
}

export async function refuseIfDamaged(backup: OpenedBackup, io: CommandIo): Promise<void> {
  if ((await verifyAndPrint(backup, io)) !== null)
    throw new SettingsError(`The backup ${backup.path} is damaged. Nothing was restored.`)
}

/** Verifies and prints. Returns the first fault, or null. */
export async function verifyAndPrint(backup: OpenedBackup, io: CommandIo): Promise<string | null> {
  const said = (done: number, of: number) => io.progress(`${progressBar(done / of)}, file ${done} of ${of}`)
  const parts = await verifyBackup(backup, io.signal, said)
  for (const part of parts) show(io, part, ...describePart(part))
  return parts.flatMap(({ faults }) => faults)[0] ?? null
}
