// Prepares a clone: installs packages if the lockfile changed, and with --build builds the site and bundles the product
// if their sources changed. It runs before every npm script on any Node from version 20 on, so it uses only Node's own
// modules.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freshBundle } from '../src/start-program.mjs'
import { removeUnread } from './unread.mjs'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))

const nodeMin = 24

const lock = hashOf(['package-lock.json'], process.platform + process.arch)
// With --run it installs only the packages that the product and the build of its site need, unless all packages are
// installed.
const everything = `${lock} with the packages of the checks`
const omit = process.argv.includes('--run') && stampOf('node_modules/.setup-stamp') !== everything
await onceStamped('node_modules/.setup-stamp', omit ? lock : everything, 'Installing packages', () => {
  run(`npm ci ${omit ? '--omit=dev ' : ''}--no-audit --no-fund --loglevel=error`)
  if (omit) removeUnread()
})
refuseOldNode()
if (process.argv.includes('--build')) {
  const configs = ['vite.config.ts', 'react-router.config.ts']
  const tools = ['tools/compile.mjs', 'tools/missing-words.ts', 'tools/script-weight.ts', 'tools/sdk']
  const sources = [...bundledParts(), 'sdk', 'content', 'public', ...configs, ...tools]
  await onceStamped('build/.stamp', hashOf(sources, lock), 'Building the site', () =>
    run('npm run -s build -- --logLevel error'),
  )
  await once(
    () => freshBundle() !== null,
    'Bundling',
    () => run('npm run -s compile'),
  )
}

// npm runs the Node of the packages. Without it, npm runs the machine's Node, which may be too old.
function refuseOldNode() {
  if (existsSync('node_modules/.bin/node') || Number(process.versions.node.split('.')[0]) >= nodeMin) return
  process.stderr.write(
    `Tapewire needs Node ${nodeMin} or newer; this is Node ${process.versions.node}, and the package with the right one is not installed. Run "npm install --include=optional" and start again, or install Node ${nodeMin} (https://nodejs.org).\n`,
  )
  process.exit(1)
}

// The bundle of the site's loaders contains the verbs that the loaders call, so a changed verb needs a build, too.
function bundledParts() {
  const others = ['banner.ts', 'cli', 'feed', 'gateway', 'main.mjs', 'roles', 'run.ts', 'start-program.mjs']
  return readdirSync('src')
    .filter((name) => !others.includes(name))
    .sort()
    .map((name) => `src/${name}`)
}

async function onceStamped(stamp, key, what, work) {
  const isStamped = () => stampOf(stamp) === key
  await once(isStamped, what, () => {
    // Interrupted work leaves a part of its result behind, which the stamp of the former result must not cover.
    rmSync(stamp, { force: true })
    work()
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, key)
  })
}

async function once(isDone, what, work) {
  if (isDone()) return
  const release = await lockClone()
  if (isDone()) return release()
  process.stderr.write(`${what} …`)
  const began = Date.now()
  work()
  process.stderr.write(` ${Math.round((Date.now() - began) / 1000)} s\n`)
  release()
}

// Two set-ups of one clone would install over each other, so the second waits for the first. The lock is a socket: the
// system closes it when its process ends, however that ends. It is outside of the clone, because an installation deletes
// node_modules. Returns a function that releases it.
async function lockClone() {
  const clone = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 16)
  const path = join(tmpdir(), `tapewire-setup-${clone}.sock`)
  for (let hasTold = false; ; await sleep(200)) {
    const server = createServer()
    const failure = await settled(server.listen(path), 'listening')
    if (failure === null) return () => server.close()
    // Without a writable temporary folder there is no lock.
    if (failure.code !== 'EADDRINUSE') return () => {}
    if (await isHeld(path)) {
      if (!hasTold) process.stderr.write('Another command prepares this clone; waiting …\n')
      hasTold = true
    } else rmSync(path, { force: true })
  }
}

async function isHeld(path) {
  const socket = connect(path)
  const failure = await settled(socket, 'connect')
  socket.destroy()
  return failure?.code !== 'ECONNREFUSED'
}

// The error that happens before the event; null if none does.
function settled(emitter, event) {
  return new Promise((resolve) => emitter.once('error', resolve).once(event, () => resolve(null)))
}

function stampOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function hashOf(paths, seed) {
  const hash = createHash('sha256').update(seed)
  const visit = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name))
    else if (!/\.test\.tsx?$|\.pyc$/.test(path)) hash.update(path).update(readFileSync(path))
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

function run(command) {
  try {
    execSync(command, { stdio: ['ignore', 'ignore', 'inherit'] })
  } catch (error) {
    process.stderr.write(`\n"${command}" failed; fix what it says above and run the same command again.\n`)
    process.exitCode = error.status ?? 1
    process.exit()
  }
}
