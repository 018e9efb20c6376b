import { settingsGroup } from '../../setting.ts'
import { folderOrBucket, listOf, text, wholeNumber } from '../../setting-schemas.ts'

export const backupSettings = settingsGroup(
  'Backups',
  {
    to: {
      env: 'BACKUP_TO',
      doc: 'where backups are made by themselves: a folder on another disk, or s3://bucket/folder?region=eu-central-1, with &endpoint=http://… for storage that is not Amazon’s; empty: none',
      schema: folderOrBucket('/backups/tapewire'),
    },
    everyMinutes: {
      env: 'BACKUP_EVERY_MINUTES',
      doc: 'minutes between two of them',
      schema: wholeNumber.refine((minutes) => minutes >= 5 && minutes <= 10_080, 'must be from 5 to 10080.'),
      default: '60',
    },
    keep: {
      env: 'BACKUP_KEEP',
      doc: 'how many of the newest are kept',
      schema: wholeNumber,
      default: '24',
    },
    keepDays: {
      env: 'BACKUP_KEEP_DAYS',
      doc: 'days of which the last backup is kept as well',
      schema: wholeNumber,
      default: '14',
    },
    keyId: {
      env: 'BACKUP_KEY_ID',
      doc: 'access key of that storage; empty: what the machine has, as its environment and role say',
      schema: text,
    },
    secret: { env: 'BACKUP_SECRET', doc: 'the secret of that access key', schema: text, secret: true },
    recipients: {
      env: 'BACKUP_AGE_RECIPIENT',
      doc: 'public keys of age to which backups are encrypted, age1…, separated by commas; empty: they are not encrypted',
      schema: listOf(isPublicKeyOfAge, publicKeyRefusal),
      default: () => [],
    },
  },
  ({ keyId, secret }) =>
    keyId !== null && secret === null ? ['BACKUP_KEY_ID needs BACKUP_SECRET, the secret of that access key.'] : [],
)

function isPublicKeyOfAge(entry: string): boolean {
  return /^age1[02-9ac-hj-np-z]{50,}$/.test(entry)
}

/** The refusal does not repeat a private key. */
function publicKeyRefusal(entry: string): string {
  return /^AGE-SECRET-KEY/i.test(entry)
    ? 'holds a PRIVATE key of age: it must not be on this machine. Set the public key, age1….'
    : `names "${entry}"; it must hold public keys of age, such as age-keygen prints: age1….`
}
