// Adds the optional platform packages that `npm install` could not resolve on this machine to package-lock.json, so that
// `npm ci` accepts the lockfile everywhere. Run it after every change of dependencies: `node tools/complete-lock.mjs`.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
const systems = {
  darwin: 'darwin',
  macos: 'darwin',
  win32: 'win32',
  win: 'win32',
  windows: 'win32',
  linux: 'linux',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
}
const processors = ['x64', 'arm64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32']

let added = 0
for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (!installedFrom(path, name)) add(path, name, range, entry.dev)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => order(a, b)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} platform packages added to ${file}`)

function installedFrom(path, name) {
  for (let base = path; ; base = base.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (lock.packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (!base) return false
  }
}

function add(path, name, range, dev) {
  const words = name.split('/').pop().split(/[-_.]/)
  const os = words.map((word) => systems[word]).find(Boolean)
  const cpu =
    words.includes('armv7') || words.includes('armhf') ? 'arm' : words.find((word) => processors.includes(word))
  const version = String(range).replace(/^[~^]/, '')
  if (!/^\d+\.\d+\.\d+/.test(version) || (!os && !cpu)) {
    console.error(`cannot place ${name}@${range}, wanted by ${path || 'the project'}`)
    process.exitCode = 1
    return
  }
  const libc = os !== 'linux' ? undefined : /musl/.test(name) ? 'musl' : /gnu/.test(name) ? 'glibc' : undefined
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev: true }),
    optional: true,
    ...(os && { os: [os] }),
    ...(libc && { libc: [libc] }),
  }
  added += 1
}

function order(a, b) {
  if (a === '' || b === '') return a === '' ? -1 : 1
  return a.localeCompare(b, 'en')
}
