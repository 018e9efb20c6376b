import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of this installation. Modules of the bundle are elsewhere in it than their sources. */
export const projectRoot = dirname(findPackageJSON(import.meta.url) ?? process.cwd())

/** The program that starts the product or, with `--part`, one of its processes. */
export const mainFile = join(projectRoot, 'src/main.mjs')
