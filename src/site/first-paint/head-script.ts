import { earlyActs } from './early-acts.ts'
import { lateStart } from './late-scripts.ts'
import { themeScript } from './theme-script.ts'

/**
 * Runs in `<head>` before the first paint. It is the same on every page, so the content security policy allows it by
 * hash.
 */
export const headScript = `${themeScript};${lateStart};${earlyActs}`
