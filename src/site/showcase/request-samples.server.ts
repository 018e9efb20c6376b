import { dataRoutes } from '#src/contract/data/data.ts'
import { demoKey } from '#src/contract/site.ts'
import type { CodeSample } from '../ui/code/code-card.tsx'
import { type SampleRequest, sampleUrl } from './samples.ts'

/**
 * First comment line of a sample: `comment` for samples without dependencies, `clientComment` for samples with a client
 * library.
 */
type Comments = { comment: string; clientComment: string }

/** A call of a client library: its name in the contract and its parameters, with texts quoted. */
type Call = { name: string; assetClass: string; code: string; others: (readonly [string, string])[] }

/**
 * The same request in four languages, by curl and by the client libraries. The samples are built on the server, so that
 * pages contain only texts.
 */
export function requestSamples(
  request: SampleRequest,
  { comment, clientComment }: Comments,
): [CodeSample, ...CodeSample[]] {
  const [address = '', query = ''] = sampleUrl(request).split('?')
  const call = callOf(request)
  const { apiUrl } = request
  return [
    {
      title: 'cURL',
      language: 'shell',
      text: `# ${comment}\ncurl "${address}\\\n?${query}" \\\n  -H "token: ${demoKey}"`,
    },
    { title: 'JavaScript', language: 'code', text: `// ${clientComment}\n${javascript(apiUrl, call)}` },
    { title: 'Python', language: 'code', text: `# ${clientComment}\n${python(apiUrl, call)}` },
    { title: 'Go', language: 'code', text: `// ${clientComment}\n${go(apiUrl, call)}` },
  ]
}

function callOf({ path, query }: SampleRequest): Call {
  const [, assetClass = '', end = ''] = path.split('/')
  const named = Object.entries(dataRoutes).find(([, route]) => route.path === `/{class}/${end}`)
  if (!named) throw new Error(`no call of the contract has the path ${path}`)
  const { code = '', ...others } = query
  const written = (name: string, value: string) => (name === 'limit' ? value : `'${value}'`)
  return {
    name: named[0],
    ...{ assetClass, code },
    others: Object.entries(others).map(([name, value]) => [name, written(name, value)] as const),
  }
}

function javascript(apiUrl: string, { name, assetClass, code, others }: Call): string {
  const given = [['class', `'${assetClass}'`], ['code', `'${code}'`], ...others]
  return `import { Client } from '@market-data/client'

const market = new Client({
  apiUrl: '${apiUrl}',
  key: '${demoKey}',
})
const { data } = await market.rest.${name}({
${given.map(([field, value]) => `  ${field}: ${value},`).join('\n')}
})
console.log(data)`
}

function python(apiUrl: string, { name, assetClass, code, others }: Call): string {
  const given = others.map(([field, value]) => `${field}=${doubleQuoted(value)}`)
  return `from market_data_client import Client

market = Client("${apiUrl}", "${demoKey}")
answer = market.rest.${name}(
    ${[`"${assetClass}"`, `"${code}"`, ...given].join(',\n    ')},
)
print(answer.data)`
}

function go(apiUrl: string, { name, assetClass, code, others }: Call): string {
  const given = [['class', `'${assetClass}'`] as const, ['code', `'${code}'`] as const, ...others]
  const width = Math.max(...given.map(([field]) => field.length)) + 1
  const fields = given.map(([field, value]) => `\t\t${`${capital(field)}:`.padEnd(width)} ${doubleQuoted(value)},`)
  return `package main

import (
	"context"
	"fmt"

	marketdata "market-data-client"
)

func main() {
	client := marketdata.New(marketdata.Options{
		APIURL: "${apiUrl}",
		Key:    "${demoKey}",
	})
	answer, err := client.${capital(name)}(context.Background(), marketdata.${capital(name)}Input{
${fields.join('\n')}
	})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%+v\\n", answer.Data)
}`
}

function doubleQuoted(value: string): string {
  return value.replaceAll("'", '"')
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`
}
