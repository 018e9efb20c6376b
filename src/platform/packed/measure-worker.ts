import { parentPort } from 'node:worker_threads'
import type { MeasureAnswer, MeasureOrder } from './measuring.ts'
import { measure } from './packed-file.ts'

parentPort?.on('message', ({ path, form }: MeasureOrder) => {
  const say = (answer: MeasureAnswer) => parentPort?.postMessage(answer)
  measure(path, form).then(
    (measured) => say({ measured }),
    (cause: unknown) => say({ failed: cause instanceof Error ? cause.message : String(cause) }),
  )
})
