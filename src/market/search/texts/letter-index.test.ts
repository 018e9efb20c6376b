import { expect, test } from 'vitest'
import { editDistance } from '#src/platform/text/edit-distance.ts'
import { JoinedTexts } from './joined-texts.ts'
import { LetterIndex } from './letter-index.ts'

/** Every text with one to five of these letters, one of which is Chinese. */
const texts = [1, 2, 3, 4, 5].flatMap((length) => spelled(length, ['A', 'B', '7', '金'])).sort()
const queries = ['A', 'BA', 'AB7', '金BA', 'AAAAA', 'AB7B金', 'ABABAB', 'Z', 'ABABABABAB']

test('the letter index finds the same texts as a scan of every text', () => {
  const index = new LetterIndex(new JoinedTexts(texts))
  for (const part of queries) {
    expect(found(index.holding(part)), part).toEqual(texts.filter((text) => text.includes(part)))
    for (const wrong of [0, 1, 2])
      expect(found(index.near(part, wrong)), `${part}, ${wrong} wrong`).toEqual(
        texts.filter((text) => editDistance(part, text, wrong) <= wrong),
      )
  }
})

test('an empty letter index finds nothing', () => {
  const index = new LetterIndex(new JoinedTexts([]))
  expect([...index.holding('AB'), ...index.near('AB', 3)]).toEqual([])
})

function found(indexes: Iterable<number>): (string | undefined)[] {
  return [...indexes].sort((a, b) => a - b).map((index) => texts[index])
}

function spelled(length: number, letters: readonly string[]): string[] {
  return length === 0 ? [''] : spelled(length - 1, letters).flatMap((text) => letters.map((letter) => text + letter))
}
