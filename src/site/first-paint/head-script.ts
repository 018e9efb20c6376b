import { earlyActs } from './early-acts.ts'
import { lateStart } from './late-scripts.ts'
import { refusedStorage } from './refused-storage.ts'
import { themeScript } from './theme-script.ts'

/** Runs in `<head>` before the first paint. Every page has the same script, so the CSP allows it by hash. */
export const headScript = `${refusedStorage};${themeScript};${lateStart};${earlyActs}`
