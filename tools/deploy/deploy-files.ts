import { readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { settingsOf } from '#src/platform/setting.ts'
import { settingsGroups } from '#src/roles/config.ts'

/** Names of the product's settings, plus the other variables that an image may set. */
export const variables: ReadonlySet<string> = new Set([
  ...settingsOf(settingsGroups).map(({ env }) => env),
  'NODE_COMPILE_CACHE',
  'PATH',
])

export type Service = {
  image?: string
  environment?: Record<string, string>
  env_file?: string | (string | { path: string; required?: boolean })[]
  mem_limit?: string
  ulimits?: { nofile?: number }
  deploy?: { replicas?: number }
  depends_on?: Record<string, { condition: string }>
  command?: string[]
  networks?: string[] | Record<string, { ipv4_address?: string }>
  profiles?: string[]
  ports?: string[]
  volumes?: string[]
  healthcheck?: object
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
}

export type Compose = {
  services: Record<string, Service>
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>
  volumes: Record<string, unknown>
}

export function readCompose(): Compose {
  return parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true })
}

export type Manifest = { apiVersion: string; kind: string; metadata: { name: string } } & Record<string, unknown>

export function readManifests(file: string): Manifest[] {
  const documents = parseAllDocuments(readFileSync(file, 'utf8'))
  return documents.map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })
}

/** The lines `Name=value` of a unit. The values of a repeated name are joined by a space. */
export function readUnit(file: string): Map<string, string> {
  const unit = new Map<string, string>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name) unit.set(name, [unit.get(name), value].filter(Boolean).join(' '))
  }
  return unit
}
