import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Query parameters of acts (operations in the console that have a form). `do`: the open form; `on`: the subject;
 * `done`: the act completed last.
 */
const own = ['do', 'on', 'done']

type Address = { pathname: string; search: string }

export function withoutAct({ pathname, search }: Address): string {
  const query = new URLSearchParams(search)
  for (const name of own) query.delete(name)
  return query.size === 0 ? pathname : `${pathname}?${query}`
}

export function actAddress(address: Address, act: string, on = ''): string {
  return withParameters(withoutAct(address), { do: act, on })
}

/** The address to which a page redirects after an act. */
export function doneAddress(address: Address, act: string): string {
  return withParameters(withoutAct(address), { done: act })
}

function withParameters(path: string, parameters: Record<string, string>): string {
  const set = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(set)}`
}

export function openAct({ search }: Pick<Address, 'search'>): { act: string | null; on: string; done: string | null } {
  const query = new URLSearchParams(search)
  return { act: query.get('do'), on: query.get('on') ?? '', done: query.get('done') }
}

/** For `shouldRevalidate` of a page: opening or closing a form loads no data. */
export function unlessAct(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const opensAct = currentUrl.href !== nextUrl.href && withoutAct(currentUrl) === withoutAct(nextUrl)
  return opensAct && formMethod === undefined ? false : defaultShouldRevalidate
}
