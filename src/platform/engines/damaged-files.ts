import { SettingsError } from '../settings.ts'

/** PostgreSQL's messages about files with which it cannot start. PostgreSQL's own hints are for other situations. */
const damages: [RegExp, string][] = [
  [/pg_control|control file|incompatible with server/i, 'the control file'],
  [/checkpoint record|pg_wal|WAL|write-ahead log/i, 'the write-ahead log'],
  [/could not (?:open|read|access|find)|invalid|corrupt|unexpected|is not a valid/i, 'a file'],
]
const fullDisk = /No space left on device/i
/** A fatal message, except "the database system is …", which answers our readiness checks. */
const complaint = /\b(?:FATAL|PANIC):\s+(?!\s|the database system is )(.*)/g

export function startFailure(log: string, { data, logFile }: { data: string; logFile: string }): SettingsError {
  const said = [...log.matchAll(complaint)].at(-1)?.[1]?.trim() ?? log.trim().split('\n').at(-1) ?? ''
  if (fullDisk.test(log))
    return new SettingsError(
      `The embedded PostgreSQL has no room on its disk: ${said}. Free some space and start again.`,
    )
  const damage = damages.find(([sign]) => sign.test(said))
  if (!damage) return new SettingsError(`The embedded PostgreSQL did not start: ${said || `see ${logFile}`}`)
  return new SettingsError(
    `The database in ${data} is damaged (${damage[1]}): ${said}. ${restore} ${logFile} has the details.`,
  )
}

const restore =
  'Keep the folder as it is, and put back the whole DATA_DIR from a copy that was made while Tapewire was stopped. A new, empty installation needs another DATA_DIR.'

export function lostDatabase(data: string): SettingsError {
  return new SettingsError(`The database in ${data} is damaged (PG_VERSION is missing). ${restore}`)
}

/** The error for embedded history that cannot be opened. `cause`: the first failure of the engine. */
export function damagedHistory(path: string, cause: unknown): SettingsError {
  const said = cause instanceof Error ? cause.message : String(cause)
  const [first = ''] = said.split(/\n|\. \(|Stack trace/, 1)
  const more = /^Failed to create connection/.test(said) ? ' (the engine names the file above)' : ''
  return new SettingsError(
    `The history in ${path} cannot be opened: ${first.trim().slice(0, 300)}${more}. Put back this folder from a copy that was made while Tapewire was stopped. Without a copy, move it away: the next start makes an empty one, and "npm run tapewire -- import bars" fills it again.`,
    { cause },
  )
}
