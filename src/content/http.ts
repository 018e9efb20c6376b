import {
  addChangeRoute,
  editChangeRoute,
  listChangelogRoute,
  publishChangeRoute,
  removeChangeRoute,
} from '#src/contract/operator/content/changelog.ts'
import {
  keepTextRoute,
  listTextsRoute,
  publishTextRoute,
  readTextRoute,
  standardTextRoute,
  textVersionsRoute,
  withdrawTextRoute,
} from '#src/contract/operator/content/content.ts'
import type { Api } from '#src/platform/http/api.ts'
import { keepChange, listChangelog, publishChange, removeChange } from './changelog.ts'
import { listContent, readContent } from './content.ts'
import { keepText, listVersions, publishText, withdrawText } from './texts/edit-texts.ts'
import { splitFrontMatter } from './texts/front-matter.ts'
import type { OwnFile, OwnText } from './texts/own-text.ts'
import { readStandardText, withoutStandard } from './texts/standard-text.ts'
import { shownTexts } from './texts/text-store.ts'

export function mountContent(api: Api): void {
  api.handle(listTextsRoute, async (ctx, { actor }) => {
    const { folder, files, edited, untranslated } = await listContent(ctx, actor)
    const shown = new Set((await shownTexts(ctx.postgres.db)).map(({ path }) => path))
    return {
      folder,
      files: files === null ? null : files.map(present),
      edited: edited.map(({ path, number, savedAt }) => ({ path, number, savedAt, isShown: shown.has(path) })),
      untranslated,
    }
  })
  api.handle(readTextRoute, async (ctx, { actor, query }) => {
    const file = await readContent(ctx, actor, query.path)
    return { ...present(file), source: file.source, text: file.text && presentText(file.text) }
  })
  api.handle(textVersionsRoute, async (ctx, { actor, query: { path } }) => {
    const versions = await listVersions(ctx, actor, path)
    return versions.map(({ path: _, source, ...version }) => ({ ...version, ...partsOf(source) }))
  })
  api.handle(standardTextRoute, (ctx, { actor, query }) => readStandardText(ctx, actor, query.path))
  api.handle(keepTextRoute, async (ctx, { actor, body: { path, number, ...parts } }) => ({
    number: await keepText(ctx, actor, { path, number, source: sourceOf(await withoutStandard(path, parts)) }),
  }))
  api.handle(publishTextRoute, (ctx, { actor, body }) => publishText(ctx, actor, body))
  api.handle(withdrawTextRoute, (ctx, { actor, body }) => withdrawText(ctx, actor, body.path))
  mountChangelog(api)
}

type Parts = { title: string; description: string; keywords: string; date: string; body: string }

function partsOf(source: string): Parts {
  const { values, body } = splitFrontMatter(source) ?? { values: new Map<string, string>(), body: source }
  const value = (key: string) => values.get(key) ?? ''
  return {
    title: value('title'),
    description: value('description'),
    keywords: value('keywords'),
    date: value('date'),
    body,
  }
}

function sourceOf({ body, ...head }: Parts): string {
  const lines = Object.entries(head).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]))
  return `---\n${lines.join('\n')}\n---\n${body.replaceAll('\r\n', '\n').trim()}\n`
}

function mountChangelog(api: Api): void {
  api.handle(listChangelogRoute, (ctx, { actor }) => listChangelog(ctx, actor))
  api.handle(addChangeRoute, async (ctx, { actor, body: { day, ...texts } }) => ({
    id: await keepChange(ctx, actor, { about: null, day, texts }),
  }))
  api.handle(editChangeRoute, async (ctx, { actor, params: { id }, body: { version, day, ...texts } }) => {
    await keepChange(ctx, actor, { about: { id, version }, day, texts })
  })
  api.handle(publishChangeRoute, (ctx, { actor, params, body }) => publishChange(ctx, actor, { ...params, ...body }))
  api.handle(removeChangeRoute, (ctx, { actor, params, body }) => removeChange(ctx, actor, { ...params, ...body }))
}

function presentText({ locale, kind, slug, title, description, keywords, date, body }: OwnText) {
  return { locale, kind, slug, title, description, keywords, date, body }
}

function present({ path, changedAt, faults }: OwnFile) {
  return { path, changedAt, faults: [...faults] }
}
