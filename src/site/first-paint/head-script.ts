import { earlyActs } from './early-acts.ts'
import { lateStart } from './late-scripts.ts'
import { themeScript } from './theme-script.ts'

/** Runs in `<head>` before anything is shown. The same on every page, so the content policy allows it by its hash. */
export const headScript = `${themeScript};${lateStart};${earlyActs}`
