import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { listParameters } from './list.ts'

/** A `shouldRevalidate` for pages that load whole lists: another search, filter, order or page needs no new data. */
export function unlessListed(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod = 'GET', defaultShouldRevalidate } = args
  const isListed =
    formMethod === 'GET' && currentUrl.href !== nextUrl.href && withoutList(currentUrl) === withoutList(nextUrl)
  return isListed ? false : defaultShouldRevalidate
}

function withoutList({ pathname, search }: URL): string {
  const query = new URLSearchParams(search)
  for (const name of listParameters) query.delete(name)
  return `${pathname}?${query}`
}
