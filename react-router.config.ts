import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

/** Text of the browser build is compressed once, as small as it gets. */
async function precompress(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest|txt)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const plain = await readFile(file)
    await writeFile(`${file}.br`, brotliCompressSync(plain))
    await writeFile(`${file}.gz`, gzipSync(plain, { level: 9 }))
  }
}

export default {
  appDirectory: 'src/site',
  ssr: true,
  async buildEnd({ reactRouterConfig }) {
    await precompress(join(reactRouterConfig.buildDirectory, 'client'))
  },
} satisfies Config
