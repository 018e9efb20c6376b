/** A page of the site. `member`: only a signed-in reader sees it. */
export type FoundPage = {
  path: string
  title: string
  text: string
  kind: 'page' | 'product' | 'article' | 'account'
}
/** A place of the documentation, `path` with its anchor. */
export type FoundDoc = { path: string; title: string; text: string; page: string }

/** What the site answers to a search: of each kind the best first, at most thirty. */
export type SiteAnswer = { docs: FoundDoc[]; pages: FoundPage[] }
