import { resolve } from 'node:path'
import { type OpenedBackup, openEncrypted } from '#src/platform/backup/encrypted-backup.ts'
import { openBackup } from '#src/platform/backup/folder.ts'
import { noteVerification } from '#src/platform/backup/records.ts'
import { verifyBackup } from '#src/platform/backup/verify.ts'
import type { Command, CommandIo } from '#src/platform/server/control.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { one, parse } from '../terminal/arguments.ts'
import { describePart } from './describe-part.ts'
import { identityOption, readIdentities } from './identity.ts'

const usage = 'backup verify <folder> [--identity <file>]'

/** It needs no installation, since a new machine has none before the restore. Where there is one, it has the result. */
export const verify: Command = {
  name: 'backup verify',
  usage,
  summary: 'Read a backup, or the newest of a folder, from end to end: rows and sums of every file',
  async withoutInstallation(args, io) {
    refuseDamaged(await verifyArguments(args, io))
  },
  async run(ctx, args, io) {
    const verified = await verifyArguments(args, io)
    await noteVerification(ctx, verified.backup, verified.fault)
    refuseDamaged(verified)
  },
}

type Verified = { backup: OpenedBackup; fault: string | null }

async function verifyArguments(args: readonly string[], io: CommandIo): Promise<Verified> {
  const { positionals, values } = parse(args, identityOption)
  const found = await openBackup(resolve(io.cwd, one(positionals, usage)))
  const identities = readIdentities(io, values.identity)
  const isClosed = found.manifest.encryptedTo.length > 0 && identities === null
  const backup = isClosed ? { ...found, identities } : await openEncrypted(found, identities)
  if (isClosed) io.print('The backup is encrypted: without --identity <file> its sums are compared, its rows not read.')
  return { backup, fault: await verifyAndPrint(backup, io) }
}

function refuseDamaged({ backup, fault }: Verified): void {
  if (fault !== null) throw new SettingsError(`The backup ${backup.path} is damaged.`)
}

/** Returns the first fault. */
export async function verifyAndPrint(backup: OpenedBackup, io: CommandIo): Promise<string | null> {
  const said = (done: number, of: number) => io.progress(`Reading file ${done} of ${of}`)
  const parts = await verifyBackup(backup, io.signal, said)
  for (const line of parts.flatMap(describePart)) io.print(line)
  return parts.flatMap(({ faults }) => faults)[0] ?? null
}
