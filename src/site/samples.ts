import type { CodeSample } from './ui/code-card.tsx'

/** The key that anyone may use on the demo instruments. */
export const demoKey = 'tw_demo_public'

export type SampleRequest = { apiUrl: string; path: string; query: Record<string, string> }

export function sampleUrl({ apiUrl, path, query }: SampleRequest): string {
  return `${apiUrl}${path}?${new URLSearchParams(query)}`
}

/** The same request as a reader would write it in four languages. */
export function requestSamples(request: SampleRequest, comment: string): [CodeSample, ...CodeSample[]] {
  const url = sampleUrl(request)
  const [address = '', query = ''] = url.split('?')
  return [
    {
      title: 'cURL',
      language: 'shell',
      text: `# ${comment}\ncurl "${address}\\\n?${query}" \\\n  -H "token: ${demoKey}"`,
    },
    {
      title: 'JavaScript',
      language: 'code',
      text: `// ${comment}\nconst response = await fetch(\n  '${address}'\n  + '?${query}',\n  { headers: { token: '${demoKey}' } },\n)\nconst { data } = await response.json()\nconsole.log(data)`,
    },
    {
      title: 'Python',
      language: 'code',
      text: `# ${comment}\nimport json, urllib.request\n\nrequest = urllib.request.Request(\n    "${address}"\n    "?${query}",\n    headers={"token": "${demoKey}"},\n)\nwith urllib.request.urlopen(request) as response:\n    print(json.load(response)["data"])`,
    },
    {
      title: 'Go',
      language: 'code',
      text: `// ${comment}\npackage main\n\nimport ("io"; "net/http"; "os")\n\nfunc main() {\n\trequest, _ := http.NewRequest("GET",\n\t\t"${address}"+\n\t\t"?${query}", nil)\n\trequest.Header.Set("token", "${demoKey}")\n\tresponse, err := http.DefaultClient.Do(request)\n\tif err != nil { panic(err) }\n\tdefer response.Body.Close()\n\tio.Copy(os.Stdout, response.Body)\n}`,
    },
  ]
}

/** An answer as a person reads it: one line for each field of the envelope, one for each row. */
export function prettyAnswer(body: unknown): string {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body)
  const fields = Object.entries(body).map(([name, value]) => {
    if (!Array.isArray(value) || value.length === 0) return `  ${JSON.stringify(name)}: ${spaced(value)}`
    return `  ${JSON.stringify(name)}: [\n${value.map((row) => `    ${spaced(row)}`).join(',\n')}\n  ]`
  })
  return `{\n${fields.join(',\n')}\n}`
}

/** One line of JSON with room to wrap after each comma. */
function spaced(value: unknown): string {
  return (
    JSON.stringify(value, null, 1)
      ?.replace(/\n\s*/g, ' ')
      .replace(/([{[]) | ([}\]])/g, '$1$2') ?? 'null'
  )
}
