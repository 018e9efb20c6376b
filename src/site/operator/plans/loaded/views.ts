/** The views of the page, in tab order. */
const planViews = ['editions', 'coupons', 'deals'] as const
type PlanView = (typeof planViews)[number]

export function viewIn(query: URLSearchParams): PlanView {
  return planViews.find((view) => view === query.get('view')) ?? 'editions'
}
