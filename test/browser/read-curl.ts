/** The URL and key of a copied curl command. Throws if the command has another form than the commands of the site. */
export function readCurl(command: string): { url: string; token: string } {
  const [start, address = '', ...rest] = command.split(' \\\n  ')
  const [, token = ''] = /^-H "token: (tw_live_\w{36})"$/.exec(rest.at(-1) ?? '') ?? []
  const query = rest.slice(0, -1).map((line) => /^-d (\S+)$/.exec(line)?.[1] ?? '')
  if (start !== 'curl -G' || !token || query.includes('')) throw new Error(`no request with a whole key: ${command}`)
  return { url: `${address}?${query.join('&')}`, token }
}
