import enUS from './en-US/settings.ts'
import { loadWords } from './load-words.ts'

/** Setting groups' headings by English name, settings' descriptions by variable. Absent entries stay English. */
export const settingWords = await loadWords('settings', enUS)
