import type { Locale } from '#src/contract/locale.ts'
import enUS from '#src/locales/en-US/sandbox.ts'
import { loadWords } from '#src/locales/load-words.ts'
import { brandOf } from '#src/platform/brand/brand.ts'
import { escapeHtml } from '#src/platform/http/escape-html.ts'
import type { Platform } from '#src/platform/platform.ts'
import { networksOf } from '../chains/network.ts'

const words = await loadWords('sandbox', enUS)

type Prefill = { network?: string | undefined; address?: string | undefined; amount?: string | undefined }

/** A plain page for developers. It pays any sandbox address, or makes the chain misbehave to test an order. */
export function walletPage(ctx: Platform, prefill: Prefill, locale: Locale): Response {
  const nonce = ctx.random.bytes(16).toString('base64')
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  return new Response(page(ctx, prefill, { nonce, locale }), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    },
  })
}

function page(ctx: Platform, prefill: Prefill, { nonce, locale }: { nonce: string; locale: Locale }): string {
  const say = words[locale].wallet
  const { name, colours } = brandOf(ctx)
  const { accent, text } = colours.light
  const options = networksOf(ctx.settings)
    .map(({ code, chainName }) => {
      const chosen = code === prefill.network ? ' selected' : ''
      return `<option value="${code}"${chosen}>${code} · ${escapeHtml(chainName)}</option>`
    })
    .join('')
  const tricks = Object.entries(say.tricks)
    .map(([trick, does]) => `<button type="button" class="plain" data-trick="${trick}">${does}</button>`)
    .join('')
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say.title} · ${escapeHtml(name)}</title><style nonce="${nonce}">${styles}:root{--accent:${accent};--on-accent:${text}}</style></head><body><main>
<p class="mark">${say.mark}</p><h1>${say.title}</h1>
<p>${say.lead}</p>
<form id="pay"><label>${say.network}<select name="network">${options}</select></label>
<label>${say.address}<input name="address" required autocomplete="off" spellcheck="false" value="${escapeHtml(prefill.address ?? '')}"></label>
<label>${say.amount}<input name="amount" required inputmode="decimal" pattern="[0-9]+([.][0-9]{1,6})?" value="${escapeHtml(prefill.amount ?? '')}"></label>
<button>${say.send}</button></form><p id="answer" role="status" data-sent="${say.sent}"></p>
<h2>${say.tricksTitle}</h2><div class="tricks">${tricks}</div></main>
<script nonce="${nonce}">${script}</script></body></html>`
}

const styles = `:root{color-scheme:light dark;--paper:#FAFAF6;--raised:#fff;--ink:#14161A;--muted:#4D535C;--hair:#DDDCD3}
@media(prefers-color-scheme:dark){:root{--paper:#0C0E12;--raised:#14171D;--ink:#ECEDEF;--muted:#9AA1AC;--hair:#262A32}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}main{max-width:600px;margin:0 auto;padding:32px 16px 64px}
.mark{display:inline-block;margin:0;padding:2px 8px;background:var(--accent);color:var(--on-accent);font:500 13px ui-monospace,monospace}h1{margin:16px 0 4px;letter-spacing:-.02em}h2{margin:40px 0 12px;font-size:17px}
p{color:var(--muted)}form{display:grid;gap:16px;padding:20px;background:var(--raised);border:1px solid var(--hair);border-radius:6px}label{display:grid;gap:4px;font-size:14px}
input,select,button{font:inherit;min-height:44px;padding:0 12px;border:1px solid var(--hair);border-radius:4px;background:var(--paper);color:var(--ink)}input{font-family:ui-monospace,monospace}
button{background:var(--accent);color:var(--on-accent);border-color:var(--accent);font-weight:600;cursor:pointer}.plain{background:var(--raised);color:var(--ink);border-color:var(--hair);font-weight:400;text-align:left}.tricks{display:grid;gap:8px}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}#answer{overflow-wrap:anywhere;font-family:ui-monospace,monospace;font-size:14px}`

const script = `const form=document.getElementById('pay'),answer=document.getElementById('answer');
async function call(path,body){const r=await fetch(path,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)});const j=await r.json();if(!r.ok)throw new Error(j.msg);return j}
form.addEventListener('submit',async e=>{e.preventDefault();const d=new FormData(form);try{const r=await call('/dev/wallet/pay',{network:d.get('network'),address:d.get('address'),amount:d.get('amount')});answer.textContent=answer.dataset.sent+r.txHash}catch(x){answer.textContent=x.message}});
for(const b of document.querySelectorAll('[data-trick]'))b.addEventListener('click',async()=>{try{await call('/dev/wallet/trick',{network:form.elements.network.value,trick:b.dataset.trick});answer.textContent=b.textContent}catch(x){answer.textContent=x.message}})`
