const operatorHandbook = {
  meta: { title: 'Handbook' },
  lead: 'How to run this installation: settings, commands, backups, data, money. Only staff can read it.',
  pages: 'Pages',
  found: 'Places that mention “{query}”',
  all: 'All pages',
  none: 'Nothing found',
  noneText: 'Try one word, a command or the name of a setting.',
  search: { label: 'Search the handbook', submit: 'Search' },
  contents: 'On this page',
  sample: 'Sample',
} as const

export default operatorHandbook
