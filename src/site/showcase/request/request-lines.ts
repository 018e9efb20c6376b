import type { CodeLanguage } from '../../ui/code/code-text.tsx'

export type ApiRequest = { apiUrl: string; path: string; query: Record<string, string>; key: string }

/** A line of a request; `of` names the parameter on this line. */
export type RequestLine = { text: string; of?: string }

export const requestLanguages = [
  { title: 'cURL', language: 'shell' },
  { title: 'JavaScript', language: 'code' },
  { title: 'Python', language: 'code' },
  { title: 'Go', language: 'code' },
] as const satisfies readonly { title: string; language: CodeLanguage }[]

export type RequestLanguage = (typeof requestLanguages)[number]['title']

/** A request in a language, with each parameter on a separate line. A copied request runs, whatever was typed. */
export function requestLines(language: RequestLanguage, request: ApiRequest): RequestLine[] {
  return writers[language](request)
}

const writers: Record<RequestLanguage, (request: ApiRequest) => RequestLine[]> = {
  cURL: ({ apiUrl, path, query, key }) => [
    { text: 'curl -G \\' },
    { text: `  ${apiUrl}${path} \\` },
    ...parameters(query, (name, value) => `  -d ${name}=${inShell(value)} \\`),
    { text: `  -H "token: ${key}"` },
  ],
  JavaScript: ({ apiUrl, path, query, key }) => [
    { text: 'const query = new URLSearchParams({' },
    ...parameters(query, (name, value) => `  ${name}: ${JSON.stringify(value)},`),
    { text: '})' },
    { text: 'const response = await fetch(' },
    { text: `  \`${apiUrl}${path}?\${query}\`,` },
    { text: `  { headers: { token: ${JSON.stringify(key)} } },` },
    { text: ')' },
    { text: 'console.log(await response.json())' },
  ],
  Python: ({ apiUrl, path, query, key }) => [
    { text: 'import json, urllib.parse, urllib.request' },
    { text: '' },
    { text: 'query = urllib.parse.urlencode({' },
    ...parameters(query, (name, value) => `    "${name}": ${JSON.stringify(value)},`),
    { text: '})' },
    { text: 'request = urllib.request.Request(' },
    { text: `    f"${apiUrl}${path}?{query}",` },
    { text: `    headers={"token": ${JSON.stringify(key)}},` },
    { text: ')' },
    { text: 'with urllib.request.urlopen(request) as answer:' },
    { text: '    print(json.load(answer))' },
  ],
  Go: ({ apiUrl, path, query, key }) => [
    { text: 'package main' },
    { text: '' },
    { text: 'import (\n\t"io"\n\t"net/http"\n\t"net/url"\n\t"os"\n)' },
    { text: '' },
    { text: 'func main() {\n\tquery := url.Values{}' },
    ...parameters(query, (name, value) => `\tquery.Set("${name}", ${JSON.stringify(value)})`),
    { text: '\trequest, _ := http.NewRequest("GET",' },
    { text: `\t\t"${apiUrl}${path}?"+query.Encode(), nil)` },
    { text: `\trequest.Header.Set("token", ${JSON.stringify(key)})` },
    { text: '\tanswer, err := http.DefaultClient.Do(request)' },
    { text: '\tif err != nil {\n\t\tpanic(err)\n\t}' },
    { text: '\tdefer answer.Body.Close()\n\tio.Copy(os.Stdout, answer.Body)\n}' },
  ],
}

function parameters(query: Record<string, string>, write: (name: string, value: string) => string): RequestLine[] {
  return Object.entries(query).map(([name, value]) => ({ text: write(name, value), of: name }))
}

/** URL-encodes a value, so that a shell finds no special characters in it. */
function inShell(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
