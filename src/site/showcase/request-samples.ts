import { demoKey } from '#src/contract/site.ts'
import type { CodeSample } from '../ui/code/code-card.tsx'
import { type SampleRequest, sampleUrl } from './samples.ts'

/** The same request as a reader would write it in four languages; made on the server, so that pages carry only the texts. */
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
      text: `// ${comment}
package main

import (
	"io"
	"net/http"
	"os"
)

func main() {
	request, _ := http.NewRequest("GET",
		"${address}"+
			"?${query}", nil)
	request.Header.Set("token", "${demoKey}")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	io.Copy(os.Stdout, response.Body)
}`,
    },
  ]
}
