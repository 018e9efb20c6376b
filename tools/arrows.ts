/**
 * The imports that are allowed between folders. `node tools/arrows.ts` writes Biome's rules from this table into
 * `tools/arrows.biome.json`, which `biome.json` extends. `tools/arrows.test.ts` tests the rules.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folders of `src` except `cli`, each with the folders that it may import. `importable` adds the folder itself, and
 * usually `contract` and `locales`.
 */
export const arrows = {
  contract: '',
  locales: '',
  platform: '',
  accounts: 'platform',
  staff: 'accounts platform',
  brand: 'platform staff',
  plans: 'platform staff',
  content: 'platform staff',
  clients: 'platform',
  market: 'platform staff',
  audit: 'accounts platform staff',
  layouts: 'accounts platform',
  watchlists: 'accounts market platform',
  keys: 'accounts market plans platform staff',
  announcements: 'keys plans platform staff',
  alerts: 'accounts keys market plans platform',
  support: 'accounts audit platform staff',
  usage: 'accounts keys plans platform staff',
  billing: 'accounts audit keys plans platform staff',
  customers: 'accounts audit billing keys plans platform staff support usage',
  overview: 'accounts alerts audit billing keys market plans platform staff support usage',
  status: 'billing overview platform staff',
  privacy:
    'accounts alerts announcements audit billing customers keys layouts market plans platform staff status support usage watchlists',
  feed: 'market platform',
  gateway: 'accounts keys market plans platform usage',
  site: 'clients content market plans platform privacy',
  roles:
    'accounts alerts announcements audit billing brand clients content customers feed gateway keys layouts market overview plans platform privacy site staff status support usage watchlists',
} as const satisfies Record<string, string>

export type Folder = keyof typeof arrows

/** The folders that `folder` may import, itself included. */
export function importable(folder: Folder): string[] {
  if (folder === 'contract') return ['contract']
  if (folder === 'locales') return ['contract', 'locales']
  return ['contract', 'locales', folder, ...arrows[folder].split(' ').filter(Boolean)].sort()
}

const arrow = 'tools/arrows.ts says who may import whom.'
const browserCode = [
  'src/site/**',
  ...['*.server.{ts,tsx}', '*.test.{ts,tsx}', 'server/**'].map((end) =>
    `!src/site/**/${end}`.replace('**/server', 'server'),
  ),
  '!src/site/context/{afterwards,context,shared-values}.ts',
]

/** The rules of Biome. For a file in several overrides, Biome applies the last. */
export function biomeRules() {
  return {
    overrides: [
      ...(Object.keys(arrows) as Folder[]).map(rulesOf),
      rule(browserCode, {
        group: ['#src/**', '!#src/{contract,locales,site}/**'],
        message: 'Browser code imports contract, locales, sdk and site. Code for the server is in .server.ts files.',
      }),
      rule(['src/*/settings.ts', '!src/platform/settings.ts'], {
        group: ['#sdk/**', '#src/**', '!#src/{contract,platform}/**', './**', '../**'],
        message: 'Other folders may import the settings of a domain, so they import nothing of their own domain.',
      }),
      rule(['sdk/**'], { group: ['#src/**', '!#src/contract/**'], message: 'The SDK imports only the contract.' }),
    ],
  }
}

function rulesOf(folder: Folder) {
  const sdk = { site: [], feed: ['#sdk/**', '!#sdk/typescript/index.ts'] }[folder as string] ?? ['#sdk/**']
  const settings = folder === 'site' ? ['!#src/*/settings.ts'] : []
  const own = importable(folder)
  const names = own.length === 1 ? own[0] : `{${own.join(',')}}`
  const includes = [`src/${folder}/**`, ...(folder === 'site' ? ['!src/site/**/*.test.{ts,tsx}'] : [])]
  return rule(
    includes,
    { group: [...sdk, '#src/**', `!#src/${names}/**`, ...settings], message: arrow },
    {
      group: ['#src/**/*store.ts', '!#src/platform/**'],
      message: 'Call another domain through its verbs, never its store.',
    },
  )
}

function rule(includes: string[], ...patterns: { group: string[]; message: string }[]) {
  return {
    includes,
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
  }
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, 'arrows.biome.json'), `${JSON.stringify(biomeRules())}\n`)
