import { brandSettings } from './platform/brand/settings.ts'
import type { Settings } from './platform/settings.ts'
import type { Ports } from './roles/product.ts'

const dim = (text: string) => `\x1b[2m${text}\x1b[0m`
const bold = (text: string) => `\x1b[1m${text}\x1b[0m`

export function banner(settings: Settings, { sitePort, gatewayPort, sandboxLink }: Ports): string {
  const sandbox = settings.mode === 'sandbox'
  const rows: [string, string, string][] = []
  if (sitePort !== null) rows.push(['Site', settings.publicUrl, 'pages, accounts, dashboard'])
  if (gatewayPort !== null) rows.push(['Data API', settings.apiUrl, 'REST and WebSocket'])
  if (sandboxLink !== null) {
    const address = settings.host === null ? `${settings.publicUrl}/dev/mailbox` : sandboxLink
    rows.push(['Mailbox', address, 'every mail the product sends'])
  }
  if (settings.metricsPort !== null)
    rows.push(['Metrics', `http://localhost:${settings.metricsPort}/metrics`, 'Prometheus'])
  const width = Math.max(...rows.map(([, address]) => address.length))
  const table = rows.map(([name, address, what]) => `  ${name.padEnd(9)} ${bold(address.padEnd(width))}  ${dim(what)}`)
  const mark = sandbox ? 'sandbox: simulated data, test money' : 'live'
  const next = sandbox
    ? [
        'Open the site, sign up, and find the code in the mailbox.',
        `Your own data: ${bold('npm run tapewire -- import bars <file.csv.gz>')}`,
      ]
    : []
  const seconds = process.uptime().toFixed(1)
  return [
    '',
    `  ${bold(settings.of(brandSettings).brandName)}  ${dim(`${mark} · ready in ${seconds} s`)}`,
    '',
    ...table,
    '',
    ...next.map((line) => `  ${line}`),
    `  ${dim('Ctrl-C stops everything.')}`,
    '',
    '',
  ].join('\n')
}

export function createProgress(readable: boolean): { say(line: string): void; end(): void } {
  if (!readable) return { say() {}, end() {} }
  return {
    say: (line) => process.stdout.write(`\r\x1b[K  ${dim(`${line} …`)}`),
    end: () => process.stdout.write('\r\x1b[K'),
  }
}
