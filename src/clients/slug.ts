import { neutralSlug } from './names.ts'

/** The part of package names that names the provider. */
export async function clientSlug(): Promise<string> {
  return neutralSlug
}
