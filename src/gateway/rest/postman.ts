import { gatewayNames, gatewayRoutes } from '#src/contract/data/data.ts'
import recorded from '#src/contract/data/examples.json' with { type: 'json' }
import { demoKey } from '#src/contract/site.ts'
import { folderOf, folders } from './folders.ts'

type Parameter = { key: string; value: string; description?: string; disabled?: true }
type Item = {
  name: string
  request: {
    method: 'GET'
    description: string
    url: { raw: string; host: string[]; path: string[]; query: Parameter[] }
  }
}

/**
 * The REST data API as a Postman collection (format 2.1), generated from the contract: the recorded example of each
 * call, with the other parameters of the call disabled. Address and key are variables.
 */
export function postmanCollection(apiUrl: string, title: string): object {
  const items = new Map<string, Item[]>(folders.map(({ name }) => [name, []]))
  for (const name of gatewayNames) {
    items.get(folderOf(gatewayRoutes[name].path))?.push(itemOf(name))
  }
  return {
    info: {
      name: `${title} market data`,
      description: `Set the variable \`token\` to your API key. What each field means: ${apiUrl}/openapi.json`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'token' },
        { key: 'value', value: '{{token}}' },
        { key: 'in', value: 'header' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: apiUrl },
      { key: 'token', value: demoKey },
    ],
    item: [...items].map(([name, item]) => ({ name, item })),
  }
}

function itemOf(name: keyof typeof gatewayRoutes): Item {
  const { summary, query } = gatewayRoutes[name]
  const [path = '', given = ''] = (recorded[name][0]?.request ?? '').split('?')
  const shown: Parameter[] = [...new URLSearchParams(given)].map(([key, value]) => ({ key, value }))
  const all = Object.entries(query.shape).map(([key, field]) => ({ key, description: field.description ?? '' }))
  const parameters: Parameter[] = [
    ...shown.map((one) => withWords(one, all.find(({ key }) => key === one.key)?.description ?? '')),
    ...all
      .filter(({ key }) => shown.every((one) => one.key !== key))
      .map(({ key, description }) => withWords({ key, value: '', disabled: true }, description)),
  ]
  const raw = `{{baseUrl}}${path}${given === '' ? '' : `?${given}`}`
  const url = { raw, host: ['{{baseUrl}}'], path: path.slice(1).split('/'), query: parameters }
  return { name: summary, request: { method: 'GET', description: summary, url } }
}

function withWords(parameter: Parameter, description: string): Parameter {
  return description === '' ? parameter : { ...parameter, description }
}
