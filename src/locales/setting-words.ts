import enUS from './en-US/settings.ts'
import { loadWords } from './load-words.ts'

/** The headings of groups of settings by their English names, and the meanings of settings by their variables; what is absent is English. */
export const settingWords = await loadWords('settings', enUS)
