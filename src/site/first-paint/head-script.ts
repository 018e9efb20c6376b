import { earlyActs } from './early-acts.ts'
import { themeScript } from './theme-script.ts'

/** What runs in `<head>` before anything is shown; the same on every page, so the content policy allows it by its hash. */
export const headScript = `${themeScript};${earlyActs}`
