import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../settings.ts'

/** Packages that an installation may leave out, since few use them and they are large. */
export type OptionalPackage = '@alpacahq/alpaca-trade-api' | '@aws-sdk/client-s3' | '@massive.com/client-js' | 'ccxt'

const packages = join(import.meta.dirname, '../../../node_modules')

export function isInstalled(name: OptionalPackage): boolean {
  return existsSync(join(packages, name))
}

/** What to say when a package is left out that something needs. */
export function leftOut(name: OptionalPackage, needed: string): string {
  return `${needed} needs the package ${name}, which is left out of this installation. Install what is left out with "npm install --no-save --omit=dev".`
}

/** Throws a `SettingsError` if the package is left out. `needed`: what needs it, such as a setting. */
export function assertInstalled(name: OptionalPackage, needed: string): void {
  if (!isInstalled(name)) throw new SettingsError(leftOut(name, needed))
}
