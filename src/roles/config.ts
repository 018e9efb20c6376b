import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { signInSettings } from '#src/accounts/settings.ts'
import { customerAlertSettings } from '#src/alerts/settings.ts'
import { paymentProblems } from '#src/billing/chains/live-check.ts'
import { dustSettings, furtherNetworks, knownCodes, networkSettings, sellerSettings } from '#src/billing/settings.ts'
import { contentSettings } from '#src/content/texts/settings.ts'
import { alpacaSettings, exchangeSettings, massiveSettings, relaySettings } from '#src/feed/settings.ts'
import { gatewaySettings } from '#src/gateway/settings.ts'
import { keySettings } from '#src/keys/check/settings.ts'
import { archiveSettings, importSettings, simulationSettings } from '#src/market/settings.ts'
import { secretFileNames } from '#src/platform/addressing/secret-files.ts'
import { isInDataDir } from '#src/platform/backup/places/outside.ts'
import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { brandSettings, contactSettings } from '#src/platform/brand/settings.ts'
import { type SettingsGroup, settingsOf } from '#src/platform/setting.ts'
import {
  addressSettings,
  type Config,
  languageSettings,
  mailSettings,
  modeSettings,
  monitoringSettings,
  readSettings,
  roles,
  SettingsError,
  storeSettings,
} from '#src/platform/settings.ts'
import { editDistance } from '#src/platform/text/edit-distance.ts'
import { claimSettings, pageSettings } from '#src/site/settings.ts'
import { alertSettings, consoleSettings } from '#src/staff/settings.ts'
import { statusSettings } from '#src/status/settings.ts'
import { leftOutPackages } from './left-out.ts'

/** The groups of settings in the order of the documentation, without those of networks in `PAYMENT_NETWORKS`. */
export const settingsGroups: readonly SettingsGroup[] = [
  modeSettings,
  addressSettings,
  monitoringSettings,
  statusSettings,
  storeSettings,
  backupSettings,
  keySettings,
  gatewaySettings,
  simulationSettings,
  exchangeSettings,
  relaySettings,
  massiveSettings,
  alpacaSettings,
  importSettings,
  archiveSettings,
  mailSettings,
  signInSettings,
  consoleSettings,
  dustSettings,
  ...knownCodes.map(networkSettings),
  furtherNetworks,
  alertSettings,
  customerAlertSettings,
  languageSettings,
  brandSettings,
  sellerSettings,
  contactSettings,
  claimSettings,
  pageSettings,
  contentSettings,
]

/** All groups of settings, including those of the networks that `PAYMENT_NETWORKS` in `texts` names. */
export function groupsFor(texts: Readonly<Record<string, string | undefined>>): readonly SettingsGroup[] {
  const { env, schema } = furtherNetworks.settings.codes
  const named = schema.safeParse(texts[env]?.trim() ?? '')
  const further = (named.data ?? []).map(networkSettings)
  return settingsGroups.flatMap((group) => (group === furtherNetworks ? [group, ...further] : [group]))
}

/** Reads the environment and `.env`. Throws a `SettingsError` with one sentence for each problem. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env, envFile = readEnvFile('.env')): Config {
  const groups = groupsFor({ ...envFile, ...environment })
  const names = [...settingsOf(groups).map(({ env }) => env), ...secretFileNames(settingsOf(groups))]
  const problems = [...unknownInFile(names, envFile), ...nearMisses(names, environment)]
  const config = readSettings(groups, { environment, file: envFile }, problems)
  problems.push(
    ...clashes(config),
    ...leftOutPackages(config),
    ...(config.settings.mode === 'live' ? notReadyForLive(config) : []),
  )
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return config
}

/** The settings that most installations set; `/operator/handbook/settings` lists every setting. */
const exampleNames = [
  ...['MODE', 'DATA_DIR', 'PUBLIC_URL', 'API_URL', 'DATABASE_URL', 'CLICKHOUSE_URL', 'REDIS_URL', 'IMPORT_DIR'],
  ...['EXCHANGE', 'SMTP_URL', 'MAIL_FROM', 'OPERATOR_HOST', 'TRC20_XPUB', 'ETC20_XPUB', 'BRAND_NAME', 'SUPPORT_EMAIL'],
]

/** The text of `.env.example`. `npm test` compares it with the file in the repository. */
export function envExample(): string {
  const lines = settingsOf(settingsGroups).flatMap(({ env, doc, default: text }) =>
    exampleNames.includes(env) ? [`# ${doc}\n#${env}=${typeof text === 'string' ? text : ''}\n`] : [],
  )
  return `# Copy to .env and take the # off the lines you change. /operator/handbook/settings of a running site lists every setting.\n\n${lines.join('')}`
}

function readEnvFile(path: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new SettingsError(`${path} cannot be read: ${error instanceof Error ? error.message : error}.`)
  }
}

function unknownInFile(names: readonly string[], file: Record<string, string | undefined>): string[] {
  return Object.keys(file)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const near = nearest(names, name)
      return `.env sets ${name}, which is not a setting. ${near ? `Did you mean ${near}?` : 'Remove it; /operator/handbook/settings lists every setting.'}`
    })
}

/**
 * Environment names that resemble a setting, to report typing errors. Short names are too similar for the comparison.
 */
function nearMisses(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).flatMap((name) => {
    const near = names.includes(name) ? null : nearest(names, name)
    return near ? [`The environment sets ${name}, which is not a setting. Did you mean ${near}?`] : []
  })
}

function nearest(names: readonly string[], name: string): string | null {
  const near = names.find((known) => {
    const allowed = known.length >= 9 ? 2 : known.length >= 7 ? 1 : 0
    return allowed > 0 && editDistance(name, known, allowed) <= allowed
  })
  return near ?? null
}

function clashes({ settings }: Config): string[] {
  const problems: string[] = []
  const ports = [
    ['PORT', settings.port],
    ['API_PORT', settings.apiPort],
    ['METRICS_PORT', settings.metricsPort],
  ] as const
  for (const [index, [name, port]] of ports.entries()) {
    const other = ports.slice(0, index).find(([, earlier]) => port !== null && port !== 0 && earlier === port)
    if (other) problems.push(`${name} and ${other[0]} are both ${port}. Give each its own port.`)
  }
  const several = settings.gateways > 1 && settings.roles.includes('gateway')
  if (several && settings.processes === 1) {
    problems.push(
      `GATEWAYS=${settings.gateways} requires several processes, and PROCESSES=1 for one. Leave one of the two out.`,
    )
  }
  if (several && settings.roles.length > 1 && settings.roles.length < roles.length) {
    problems.push(
      `GATEWAYS=${settings.gateways} needs all roles, or ROLES=gateway alone. Start ${settings.roles.filter((role) => role !== 'gateway').join(' and ')} separately.`,
    )
  }
  const embedded = [
    settings.hasDatabaseUrl ? '' : 'DATABASE_URL',
    settings.hasClickhouseUrl ? '' : 'CLICKHOUSE_URL',
    settings.hasRedisUrl ? '' : 'REDIS_URL',
  ].filter(Boolean)
  if (settings.roles.length < roles.length && embedded.length > 0) {
    problems.push(
      `ROLES=${settings.roles.join(',')} requires several processes, and embedded stores serve one. Set ${embedded.join(', ')}, or leave ROLES out.`,
    )
  }
  if (settings.roles.length < roles.length && !settings.hasKeyring) {
    problems.push(
      `ROLES=${settings.roles.join(',')} requires several processes, and each would make a key ring of its own. Run "npm run tapewire -- keyring" once and set KEYRING to what it prints, the same for all of them.`,
    )
  }
  const { to } = settings.of(backupSettings)
  if (to !== null && isInDataDir(to, settings.dataDir))
    problems.push(
      `BACKUP_TO (${to}) is inside DATA_DIR, and its backups would be lost with it. Name a folder elsewhere, best on another disk.`,
    )
  return problems
}

function notReadyForLive({ settings, secrets }: Config): string[] {
  const problems: string[] = []
  if (!settings.hasKeyring)
    problems.push('MODE=live needs KEYRING: run "npm run tapewire -- keyring" and keep what it prints.')
  const mails = settings.roles.includes('site') || settings.roles.includes('payments')
  if (mails && !settings.hasSmtpUrl) problems.push('MODE=live needs SMTP_URL: codes and receipts go by mail.')
  for (const [name, url] of [
    ['PUBLIC_URL', settings.publicUrl],
    ['API_URL', settings.apiUrl],
  ] as const) {
    if (new URL(url).hostname === 'localhost')
      problems.push(`MODE=live needs ${name}: the address that others reach, not localhost.`)
  }
  return [...problems, ...paymentProblems(settings, secrets)]
}
