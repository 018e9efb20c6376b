import enUS from './en-US/settings.ts'
import { loadWords } from './load-words.ts'

/**
 * The headings of setting groups by their English name, and the descriptions of settings by variable. Missing entries
 * stay English.
 */
export const settingWords = await loadWords('settings', enUS)
