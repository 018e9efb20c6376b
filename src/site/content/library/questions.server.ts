import { Marked, type Token } from 'marked'
import type { Locale } from '#src/contract/locale.ts'
import { type Block, type Heading, renderMarkdown, splitAnchor } from './blocks.server.ts'

export type Question = { id: string; question: string; blocks: Block[]; text: string }
export type QuestionGroup = Heading & { questions: Question[] }

/** Reads questions (`###`) in groups (`##`) from Markdown. */
export function readQuestions(markdown: string, locale: Locale): QuestionGroup[] {
  const groups: QuestionGroup[] = []
  for (const section of markdown.split(/^(?=## )/m).filter((part) => part.startsWith('## '))) {
    const [head = '', ...questions] = section.split(/^### /m)
    groups.push({
      ...splitAnchor(head.trim().slice(3)),
      questions: questions.map((part) => readQuestion(part, locale)),
    })
  }
  return groups
}

function readQuestion(part: string, locale: Locale): Question {
  const end = part.indexOf('\n')
  const { id, text: question } = splitAnchor(part.slice(0, end))
  const answer = part.slice(end + 1).trim()
  return { id, question, blocks: renderMarkdown(answer, locale).blocks, text: plain(new Marked().lexer(answer)) }
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens) return plain(token.tokens)
      if (token.type === 'list') return token.items.map((item: { tokens: Token[] }) => plain(item.tokens)).join(' ')
      return 'text' in token ? String(token.text) : ''
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export function faqData(groups: readonly QuestionGroup[], locale: Locale): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: locale,
    mainEntity: groups.flatMap(({ questions }) =>
      questions.map(({ question, text }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    ),
  }
}
