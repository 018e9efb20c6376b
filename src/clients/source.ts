/** The files of a client by name, under the neutral package names. */
export type ClientFiles = Readonly<Record<string, string>>

/** A client as `npm run build` writes it. `version`: major and minor; each publication appends a third number. */
export type ClientSource = { version: string; files: ClientFiles }

/** The placeholder of the version in the files of a source. */
export const versionMark = '0.0.0-version'
