import type { TableRecord } from '#src/platform/personal-data.ts'
import { plainTable } from '#src/platform/personal-data.ts'

const secretsOnly = { nowhere: 'secrets and their digests are not handed out' }
/** Late and used codes get their own refusals for this long. */
export const codeDays = 1

export const accountRecords: readonly TableRecord[] = [
  {
    table: 'account',
    columns: {
      id: 'account',
      email: 'account',
      email_proven_at: 'account',
      password_hash: 'password, withheld',
      image_url: 'account',
      locale: 'account',
      theme: 'account',
      up_colour: 'account',
      time_zone: 'account',
      notices: 'account',
      totp_sealed: 'factors, withheld',
      totp_sealed_by: 'plain',
      totp_confirmed_at: 'factors, withheld',
      totp_last_step: 'factors, withheld',
      created_at: 'account',
      disabled_at: 'account, withheld',
      suspended_at: 'account, withheld',
      staff_version: 'plain',
      delete_after: 'account',
      erased_at: 'plain',
    },
    personal: {
      whose: { by: 'accountId', columns: ['id'] },
      deletion: {
        how: 'erase',
        set: {
          email: `'deleted-' || id || '@deleted.invalid'`,
          email_proven_at: 'null',
          password_hash: 'null',
          image_url: 'null',
          locale: `'en-US'`,
          theme: `'light'`,
          up_colour: `'auto'`,
          time_zone: `'UTC'`,
          notices: `'{}'`,
          totp_sealed: 'null',
          totp_confirmed_at: 'null',
          totp_last_step: '0',
          suspended_at: 'null',
        },
        keeps: 'a number without a name, which the entries of the books refer to',
      },
      exported: { part: 'account' },
    },
  },
  {
    table: 'account_session',
    columns: {
      id: 'sessions',
      token_hash: 'sessions, withheld',
      account_id: 'sessions, withheld',
      method: 'sessions',
      created_at: 'sessions',
      proved_at: 'sessions, withheld',
      seen_at: 'sessions',
      expires_at: 'sessions, withheld',
      user_agent: 'sessions',
      address: 'sessions',
    },
    retention: [{ column: 'expires_at', days: 0 }],
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'devices' },
    },
  },
  {
    table: 'account_code',
    columns: {
      id: 'plain',
      address: 'codes, withheld',
      purpose: 'codes, withheld',
      code_mac: 'codes, withheld',
      wrong_tries: 'codes, withheld',
      used_by: 'codes, withheld',
      created_at: 'codes, withheld',
      expires_at: 'codes, withheld',
    },
    retention: [{ column: 'created_at', days: codeDays }],
    personal: {
      whose: { by: 'addresses', columns: ['address'] },
      deletion: { how: 'delete' },
      exported: secretsOnly,
    },
  },
  plainTable('account_bot_check', 'fingerprint expires_at', [{ column: 'expires_at', days: 0 }]),
  {
    table: 'account_flow',
    columns: {
      token_hash: 'codes, withheld',
      kind: 'codes, withheld',
      account_id: 'codes, withheld',
      sealed: 'codes, withheld',
      tries: 'codes, withheld',
      expires_at: 'codes, withheld',
    },
    retention: [{ column: 'expires_at', days: 0 }],
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: secretsOnly,
    },
  },
  {
    table: 'account_identity',
    columns: {
      provider: 'providers',
      issuer: 'providers',
      subject: 'providers',
      account_id: 'providers, withheld',
      email: 'providers',
      created_at: 'providers',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'thirdPartySignIns' },
    },
  },
  {
    table: 'account_passkey',
    columns: {
      id: 'factors, withheld',
      account_id: 'factors, withheld',
      public_key: 'factors, withheld',
      counter: 'factors, withheld',
      transports: 'factors, withheld',
      name: 'factors',
      created_at: 'factors',
      used_at: 'factors',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: { part: 'passkeys' },
    },
  },
  {
    table: 'account_recovery_code',
    columns: {
      account_id: 'factors, withheld',
      code_mac: 'factors, withheld',
      used_at: 'factors, withheld',
    },
    personal: {
      whose: { by: 'accountId', columns: ['account_id'] },
      deletion: { how: 'delete' },
      exported: secretsOnly,
    },
  },
]
