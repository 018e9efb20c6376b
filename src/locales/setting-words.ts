import enUS from './en-US/settings.ts'
import { loadWords } from './load-words.ts'

/**
 * Headings of setting groups by their English names, and descriptions of settings by their variables. Absent entries
 * are shown in English.
 */
export const settingWords = await loadWords('settings', enUS)
