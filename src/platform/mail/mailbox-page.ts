import { z } from 'zod'
import type { Locale } from '#src/contract/locale.ts'
import { defineRoute } from '#src/contract/route.ts'
import enUS from '#src/locales/en-US/sandbox.ts'
import { loadWords } from '#src/locales/load-words.ts'
import { brandOf } from '../brand/brand.ts'
import type { Api } from '../http/api.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { type MailboxEntry, readMailbox } from './outbox-store.ts'

const words = await loadWords('sandbox', enUS)

const query = z.object({ to: z.string().max(320).optional() })

const mailboxJson = defineRoute({
  method: 'GET',
  path: '/dev/mailbox.json',
  summary: 'Every mail the sandbox sent, newest first',
  auth: 'none',
  query,
  streamed: true,
  data: z.unknown(),
  errors: [],
})

const mailboxPage = defineRoute({ ...mailboxJson, path: '/dev/mailbox', summary: 'The same for a reader' })

export function mountMailbox(api: Api): void {
  api.handle(mailboxJson, async (ctx, call) =>
    Response.json(await readMailbox(ctx.postgres.db, call.query.to ? { to: call.query.to } : {}), {
      headers: { 'cache-control': 'no-store' },
    }),
  )
  api.handle(mailboxPage, async (ctx, call) => {
    const mails = await readMailbox(ctx.postgres.db, call.query.to ? { to: call.query.to } : {})
    return new Response(page(brandOf(ctx).name, mails, call.locale), {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      },
    })
  })
}

function page(brand: string, mails: readonly MailboxEntry[], locale: Locale): string {
  const say = words[locale].mailbox
  const items = mails.map((mail) => mailHtml(mail, say)).join('\n')
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="10"><title>${say.title} · ${escapeHtml(brand)}</title><style>${style}</style></head>
<body><header><h1>${say.title}</h1><p>${say.lead}</p></header>
<main>${items || `<p class="empty">${say.none}</p>`}</main></body></html>`
}

function mailHtml(mail: MailboxEntry, say: Pick<(typeof enUS)['mailbox'], 'to' | 'read'>): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0]
  const time = new Date(mail.sentAt).toISOString()
  return `<article><div class="line"><h2>${escapeHtml(mail.subject)}</h2>${code ? `<code>${code}</code>` : ''}</div>
<p class="meta">${say.to} <strong>${escapeHtml(mail.to)}</strong> · <time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></p>
<details><summary>${say.read}</summary><pre>${escapeHtml(mail.text)}</pre></details></article>`
}

const style = `:root{color-scheme:light dark;--ink:light-dark(#1c1b19,#eceae4);--soft:light-dark(#6b675f,#a19c92);--paper:light-dark(#faf9f6,#161513);--line:light-dark(#e2dfd7,#34312d)}
body{margin:0 auto;max-width:46rem;padding:2.5rem 1.25rem;background:var(--paper);color:var(--ink);font:15px/1.55 "IBM Plex Sans",system-ui,sans-serif}
h1{font-size:1.6rem;margin:0}header p,.meta,.empty{color:var(--soft);margin:.25rem 0 0}main{margin-top:1.75rem;border-top:1px solid var(--line)}
article{padding:1.1rem 0;border-bottom:1px solid var(--line)}.line{display:flex;gap:1rem;justify-content:space-between;align-items:baseline;flex-wrap:wrap}
h2{font-size:1.05rem;margin:0;overflow-wrap:anywhere}code{font:600 1.15rem/1 "IBM Plex Mono",ui-monospace,monospace;letter-spacing:.12em}
details{margin-top:.6rem}summary{cursor:pointer;color:var(--soft)}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:13.5px/1.6 "IBM Plex Mono",ui-monospace,monospace;margin:.6rem 0 0}.empty{padding:1.5rem 0}`
