import type { z } from 'zod'

/** An environment variable, declared by the domain that reads it. */
export type Setting<Value = unknown> = {
  env: string
  /** The meaning for the documentation and `.env.example`; translated: `src/locales/<tag>/settings.ts`. */
  doc: string
  /** Parses the text, which is trimmed and not empty. An issue's message is shown after the variable's name. */
  schema: z.ZodType<Value>
  /** The value of an unset variable: a text, or a function of other variables. Without a default the value is null. */
  default?: string | ((textOf: (env: string) => string) => Value | null)
  /** The value is only in `Secrets`. The settings only show whether it is set. */
  secret?: true
}

type Declared = Readonly<Record<string, Setting>>

type ValueOf<S extends Setting> =
  | z.output<S['schema']>
  | (S extends { default: string } ? never : S extends { default: (textOf: never) => infer V } ? V : null)

type AllValues<D extends Declared> = { readonly [K in keyof D]: ValueOf<D[K]> }

type SecretKey<D extends Declared> = { [K in keyof D]: D[K] extends { secret: true } ? K : never }[keyof D] & string

/** The values that `settings.of(group)` returns: for a secret, `hasKeyring` instead of `keyring`. */
export type Values<D extends Declared> = { readonly [K in Exclude<keyof D, SecretKey<D>>]: ValueOf<D[K]> } & {
  readonly [K in SecretKey<D> as `has${Capitalize<K>}`]: boolean
}

/** The values that `secrets.of(group)` returns: only the secrets. */
export type SecretValues<D extends Declared> = Pick<AllValues<D>, SecretKey<D>>

/** A group of settings. `name`: its heading in the documentation. */
export type SettingsGroup<D extends Declared = Declared> = {
  readonly name: string
  readonly settings: D
  /** Compares the valid settings of the group. Returns one sentence for each contradiction between them. */
  check(values: AllValues<D>): readonly string[]
}

export type ValuesOf<G> = G extends SettingsGroup<infer D> ? Values<D> : never
export type SecretsOf<G> = G extends SettingsGroup<infer D> ? SecretValues<D> : never

export function settingsGroup<const D extends Declared>(
  name: string,
  settings: D,
  check: (values: AllValues<D>) => readonly string[] = () => [],
): SettingsGroup<D> {
  return { name, settings, check }
}

export type ReadGroups = {
  valuesOf<D extends Declared>(group: SettingsGroup<D>): Values<D>
  secretsOf<D extends Declared>(group: SettingsGroup<D>): SecretValues<D>
}

/** Reads the settings of all groups. Each fault adds a sentence to `problems`, and its setting gets the default. */
export function readGroups(
  groups: readonly SettingsGroup[],
  texts: Readonly<Record<string, string | undefined>>,
  problems: string[],
): ReadGroups {
  const read = reader(groups, texts, problems)
  const open = new Map<string, unknown>()
  const secret = new Map<string, unknown>()
  for (const group of groups) {
    const before = problems.length
    const entries = Object.entries(group.settings).map(([key, setting]) => ({ key, setting, value: read(setting.env) }))
    if (problems.length === before)
      problems.push(...group.check(Object.fromEntries(entries.map(({ key, value }) => [key, value]))))
    const [kept, shown] = [
      entries.filter(({ setting }) => setting.secret),
      entries.filter(({ setting }) => !setting.secret),
    ]
    secret.set(group.name, Object.fromEntries(kept.map(({ key, value }) => [key, value])))
    open.set(
      group.name,
      Object.fromEntries([
        ...shown.map(({ key, value }) => [key, value]),
        ...kept.map(({ key, value }) => [`has${key.charAt(0).toUpperCase()}${key.slice(1)}`, value !== null]),
      ]),
    )
  }
  return {
    valuesOf: <D extends Declared>(group: SettingsGroup<D>) => found(open, group) as Values<D>,
    secretsOf: <D extends Declared>(group: SettingsGroup<D>) => found(secret, group) as SecretValues<D>,
  }
}

/** Looks up by name, not by identity, since the built site has its own copies of the groups. */
function found(values: ReadonlyMap<string, unknown>, { name }: { name: string }): unknown {
  const there = values.get(name)
  if (!there) throw new Error(`no settings were read for "${name}"`)
  return there
}

/** Returns a function that reads each variable once. A default may read other variables. */
function reader(
  groups: readonly SettingsGroup[],
  texts: Readonly<Record<string, string | undefined>>,
  problems: string[],
): (env: string) => unknown {
  const settings = new Map(settingsOf(groups).map((setting) => [setting.env, setting]))
  const known = new Map<string, unknown>()
  const read = (env: string): unknown => {
    const setting = settings.get(env)
    if (!setting) throw new Error(`${env} is not a setting`)
    if (!known.has(env)) known.set(env, parse(setting))
    return known.get(env)
  }
  const parse = (setting: Setting): unknown => {
    const text = texts[setting.env]?.trim()
    const parsed = text ? setting.schema.safeParse(text) : null
    if (parsed?.success) return parsed.data
    problems.push(...(parsed?.error.issues ?? []).map(({ message }) => `${setting.env} ${message}`))
    if (typeof setting.default === 'string') return setting.schema.parse(setting.default)
    return setting.default?.((env) => String(read(env) ?? '')) ?? null
  }
  return read
}

export function settingsOf(groups: readonly SettingsGroup[]): Setting[] {
  return groups.flatMap((group) => Object.values(group.settings))
}
