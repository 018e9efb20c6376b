import type { ImportKind } from '#src/contract/values/import-kind.ts'
import { readingOf } from './reading-fields.tsx'

/** The description of the file in the form's fields. */
export function describedBy(form: FormData) {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  return {
    kind: field('kind') as ImportKind,
    ...{ class: field('class'), region: field('region'), code: field('code'), interval: field('interval') },
    map: field('map'),
    acceptOutliers: form.has('acceptOutliers'),
    reading: readingOf(form),
  }
}
