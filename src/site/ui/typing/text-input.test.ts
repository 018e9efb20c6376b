import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Matches the types of inputs into which a person types no text. */
const chosen = /\btype=("(checkbox|radio|hidden|file|range|color)"|\{of === 'one' \? 'radio' : 'checkbox'\})/

test('every field in which a person types is a TextInput or a TextArea', () => {
  const files = globSync('src/site/**/*.tsx').filter((path) => !path.endsWith('ui/typing/text-input.tsx'))
  const others = files.flatMap((path) => {
    const tags = readFileSync(path, 'utf8').match(/<(input|textarea)\b[\s\S]*?\/>/g) ?? []
    return tags.filter((tag) => !chosen.test(tag)).map((tag) => `${path}: ${tag}`)
  })
  expect(files.length).toBeGreaterThan(200)
  expect(others).toEqual([])
})
