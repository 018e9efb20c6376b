import { readFileSync } from 'node:fs'
import { SettingsError } from '../settings.ts'

export type TlsFiles = { ca?: Buffer; cert?: Buffer; key?: Buffer }

const parameters = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const

/**
 * Reads the files that an address names in PostgreSQL's parameters `?sslrootcert=`, `?sslcert=` and `?sslkey=`: the
 * certificates of trusted authorities, and the certificate and key of this client. All stores use these parameters.
 * Returns the address without the parameters.
 */
export function readTlsFiles(address: string, setting: string): { address: string; files: TlsFiles } {
  const [bare = '', query] = address.split(/\?(.*)/s)
  if (query === undefined) return { address, files: {} }
  const search = new URLSearchParams(query)
  const files: TlsFiles = {}
  for (const [parameter, name] of Object.entries(parameters)) {
    const path = search.get(parameter)
    if (path !== null) files[name] = contentOf(path, `${setting} names ${path} in ${parameter}`)
    search.delete(parameter)
  }
  return { address: search.size === 0 ? bare : `${bare}?${search}`, files }
}

function contentOf(path: string, named: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new SettingsError(`${named}, which cannot be read (${code}).`, { cause })
  }
}
