import { parentPort } from 'node:worker_threads'
import type { MeasureAnswer, MeasureOrder } from './measuring.ts'
import { encryptFile, measure } from './packed-file.ts'

parentPort?.on('message', (order: MeasureOrder) => {
  const say = (answer: MeasureAnswer) => parentPort?.postMessage(answer)
  const { path, form } = order
  const measuring =
    'encryptTo' in order ? encryptFile(path, form, order.encryptTo) : measure(path, form, order.identities)
  measuring.then(
    (measured) => say({ measured }),
    (cause: unknown) => say({ failed: cause instanceof Error ? cause.message : String(cause) }),
  )
})
