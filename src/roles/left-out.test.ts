import { expect, test } from 'vitest'
import { assertInstalled, type OptionalPackage } from '#src/platform/packages/optional-package.ts'
import { SettingsError } from '#src/platform/settings.ts'
import { readConfig } from './config.ts'
import { leftOutPackages } from './left-out.ts'

const environment = {
  EXCHANGE: 'kraken',
  MASSIVE_KEY: 'a-key',
  MASSIVE_SYMBOLS: 'stock:AAPL',
  ALPACA_KEY: 'a-key',
  ALPACA_SECRET: 'a-secret',
  ALPACA_SYMBOLS: 'stock:AAPL',
  BACKUP_TO: 's3://backups/own?region=eu-central-1',
  ARCHIVE_URL: 's3://archive/own?region=eu-central-1',
}

test('a setting is refused if its package is missing, and the refusal names the command that installs the package', () => {
  const sentences = leftOutPackages(readConfig(environment, {}), () => false)
  expect(sentences.map((text) => text.split(',')[0])).toEqual([
    'EXCHANGE needs the package ccxt',
    'MASSIVE_KEY needs the package @massive.com/client-js',
    'ALPACA_KEY needs the package @alpacahq/alpaca-trade-api',
    'BACKUP_TO needs the package @aws-sdk/client-s3',
    'ARCHIVE_URL needs the package @aws-sdk/client-s3',
  ])
  expect(sentences[0]).toContain('"npm install --no-save --omit=dev"')
})

test('settings are accepted if they need no optional package, or if the packages are installed', () => {
  expect(leftOutPackages(readConfig({ BACKUP_TO: '/backups' }, {}), () => false)).toEqual([])
  expect(leftOutPackages(readConfig(environment, {}))).toEqual([])
})

test('code that needs a missing package throws a SettingsError', () => {
  const absent = 'not-a-package' as OptionalPackage
  expect(() => assertInstalled(absent, '--live')).toThrow(SettingsError)
})
