import { alpacaSettings, exchangeSettings, massiveSettings } from '#src/feed/settings.ts'
import { archiveSettings } from '#src/market/settings.ts'
import { isBucketAddress } from '#src/platform/backup/places/place.ts'
import { backupSettings } from '#src/platform/backup/places/settings.ts'
import { isInstalled, leftOut, type OptionalPackage } from '#src/platform/packages/optional-package.ts'
import type { Config } from '#src/platform/settings.ts'

/** A sentence for each setting that needs a package that the installation leaves out. */
export function leftOutPackages(
  { settings, secrets }: Config,
  has: (name: OptionalPackage) => boolean = isInstalled,
): string[] {
  const bucket = (address: string | null) => address !== null && isBucketAddress(address)
  const needs: [OptionalPackage, string, boolean][] = [
    ['ccxt', 'EXCHANGE', settings.of(exchangeSettings).exchanges !== null],
    ['@massive.com/client-js', 'MASSIVE_KEY', secrets.of(massiveSettings).key !== null],
    ['@alpacahq/alpaca-trade-api', 'ALPACA_KEY', secrets.of(alpacaSettings).key !== null],
    ['@aws-sdk/client-s3', 'BACKUP_TO', bucket(settings.of(backupSettings).to)],
    ['@aws-sdk/client-s3', 'ARCHIVE_URL', bucket(settings.of(archiveSettings).url)],
  ]
  return needs.flatMap(([name, setting, isSet]) => (isSet && !has(name) ? [leftOut(name, setting)] : []))
}
