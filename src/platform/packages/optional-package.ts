import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../installation/project-root.ts'
import { SettingsError } from '../settings.ts'

/** Packages that an installation may leave out, since they are large and few installations use them. */
export type OptionalPackage = '@alpacahq/alpaca-trade-api' | '@aws-sdk/client-s3' | '@massive.com/client-js' | 'ccxt'

const packages = join(projectRoot, 'node_modules')

export function isInstalled(name: OptionalPackage): boolean {
  return existsSync(join(packages, name))
}

/** The message for a missing package. */
export function leftOut(name: OptionalPackage, needed: string): string {
  return `${needed} needs the package ${name}, which is left out of this installation. Install what is left out with "npm install --no-save --omit=dev".`
}

/** Throws a `SettingsError` if the package is missing. `needed`: the thing that needs it, such as a setting. */
export function assertInstalled(name: OptionalPackage, needed: string): void {
  if (!isInstalled(name)) throw new SettingsError(leftOut(name, needed))
}
