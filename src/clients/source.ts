/** The files of a client by name, under the neutral package names. */
export type ClientFiles = Readonly<Record<string, string>>

/** What `npm run build` makes of a client. `version`: major and minor; each publication adds its number. */
export type ClientSource = { version: string; files: ClientFiles }

/** Stands for the version in the files of a source. */
export const versionMark = '0.0.0-version'
