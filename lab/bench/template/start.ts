import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Starts a plain React Router app (`server.ts`) in the production build. `html`: the documents whose elements the app
 * renders, by path.
 */
export async function startTemplate(
  folder: string,
  html: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { port: number }> {
  const file = join(folder, 'template-pages.json')
  await writeFile(file, JSON.stringify(html))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(child.stdout, 'data'),
    exited.then(() => Promise.reject(new Error('the plain app did not start'))),
  ])
  return {
    port: Number(line),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
