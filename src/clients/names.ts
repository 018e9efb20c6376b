/** The provider's part of package names if the installation has no name of its own. */
export const neutralSlug = 'market-data'

export const clientLanguages = ['typescript', 'python', 'go', 'mcp'] as const
export type ClientLanguage = (typeof clientLanguages)[number]

/** The names by which customers' programs install and import a provider's packages. */
export function packageNames(slug: string) {
  return {
    typescript: `@${slug}/client`,
    mcp: `@${slug}/mcp`,
    mcpCommand: `${slug}-mcp`,
    python: `${slug}-client`,
    pythonModule: `${slug.replaceAll('-', '_')}_client`,
    go: `${slug}-client`,
    goFolder: `${slug}-client-go`,
  }
}

const neutral = packageNames(neutralSlug)

/** Replaces the neutral package names by a provider's names, in samples and in the packages themselves. */
export function withPackageNames(text: string, slug: string): string {
  if (slug === neutralSlug) return text
  const own = packageNames(slug)
  return text
    .replaceAll(`@${neutralSlug}/`, `@${slug}/`)
    .replaceAll(neutral.goFolder, own.goFolder)
    .replaceAll(neutral.python, own.python)
    .replaceAll(neutral.pythonModule, own.pythonModule)
    .replaceAll(neutral.mcpCommand, own.mcpCommand)
}
