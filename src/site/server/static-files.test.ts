import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStaticFiles } from './static-files.ts'

test('a file with a hashed name is answered with 404 after its deletion, and is served again after it is restored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tapewire-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = join(folder, 'assets', 'page-1.js')
  await mkdir(join(folder, 'assets'))
  await writeFile(script, 'run()')
  const files = await openStaticFiles(folder)
  const send = async () => {
    const response = await files.find(new Request('http://localhost/assets/page-1.js'))
    return { status: response?.status, text: await response?.text() }
  }

  await rm(script)
  expect(await send()).toEqual({ status: 404, text: 'Not Found' })
  await writeFile(script, 'run()')
  expect(await send()).toEqual({ status: 200, text: 'run()' })
})
