/**
 * The pages of the console, in navigation order. A page has the path `/{locale}/operator/<name>` (`now`:
 * `/{locale}/operator`) and the file `src/site/operator/<name>/<name>-page.tsx`. A page is open to staff who may use
 * one of its verbs.
 */
export const consolePages = [
  { name: 'now', verbs: ['now.read'] },
  { name: 'customers', verbs: ['customer.search'] },
  { name: 'money', verbs: ['order.list'] },
  { name: 'plans', verbs: ['plans.read'] },
  { name: 'tickets', verbs: ['ticket.list'] },
  { name: 'data', verbs: ['import.list'] },
  { name: 'content', verbs: ['announcement.list'] },
  { name: 'brand', verbs: ['brand.read'] },
  { name: 'staff', verbs: ['staff.list', 'approval.list'] },
  { name: 'audit', verbs: ['audit.list'] },
  { name: 'installation', verbs: ['installation.read'] },
  { name: 'handbook', verbs: ['console.open'] },
] as const

export type ConsolePageName = (typeof consolePages)[number]['name']

export function pathOfPage(name: string): string {
  return name === 'now' ? '/operator' : `/operator/${name}`
}
