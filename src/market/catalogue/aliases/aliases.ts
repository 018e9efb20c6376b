import { type AssetClass, assetClasses } from '#src/contract/market.ts'
import { companyAliases } from './company-aliases.ts'
import { productAliases } from './product-aliases.ts'
import type { SearchAlias } from './search-alias.ts'

/** The former names, nicknames and product names that every installation has. `import aliases` adds more. */
export function starterAliases(): SearchAlias[] {
  return `${productAliases}\n${companyAliases}`
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap(aliasesOf)
}

/**
 * Reads a line such as `forex GB XAUUSD; future US GC = gold, 黄金`. A search for an alias lists the instruments in the
 * order of the line.
 */
function aliasesOf(line: string): SearchAlias[] {
  const [targets = '', names = ''] = line.split(' = ')
  return targets.split('; ').flatMap((target, order) => {
    const [class_ = '', region = '', code = ''] = target.split(' ')
    const assetClass = assetClassOf(class_)
    return names.split(', ').map((alias) => ({ alias, class: assetClass, region, code, order }))
  })
}

function assetClassOf(name: string): AssetClass {
  const found = assetClasses.find((known) => known === name)
  if (!found) throw new Error(`${name} is not a class of instruments`)
  return found
}
