// The sandbox's outbox page: the system emails that would have been sent.
import type { FastifyInstance } from 'fastify'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from './errors.ts'

interface KeptLetter {
  id: string
  to: string
  subject: string
  text: string
  html: string
  keptAt: Date
}

interface Outbox {
  kept(limit: number): Promise<KeptLetter[]>
}

const most = 100
// A mail's own page may load nothing and run nothing; its links open in the whole window.
const letterPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
const listPolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export function outboxPages(app: FastifyInstance, outbox: Outbox, t: Translate<'ui'>): void {
  app.get('/sandbox/outbox', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', listPolicy)
      .type('text/html')
      .send(listPage(await outbox.kept(most), t)),
  )
  app.get<{ Params: { id: string } }>('/sandbox/outbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const letter = (await outbox.kept(most)).find(kept => kept.id === request.params.id)
    if (!letter) throw new HttpError(404, 'letter_unknown', t('outbox.none'))
    return reply.header('content-security-policy', letterPolicy).type('text/html').send(letter.html)
  })
}

function listPage(letters: KeptLetter[], t: Translate<'ui'>): string {
  const items = letters.map(
    letter =>
      `<li><h2><a href="/sandbox/outbox/${letter.id}">${escape(letter.subject)}</a></h2><p>${escape(t('outbox.to', { to: letter.to }))} · <time datetime="${letter.keptAt.toISOString()}">${written(letter.keptAt)}</time></p><pre>${linked(letter.text)}</pre></li>`,
  )
  const lead = escape(t(letters.length > 0 ? 'outbox.lead' : 'outbox.none'))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(t('outbox.title'))}</title><style>${style}</style></head><body><main><p><a href="/">${escape(t('toStart'))}</a></p><h1>${escape(t('outbox.title'))}</h1>
<p class="lead">${lead}</p>${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}</main></body></html>`
}

/** By the clock of the world, as nobody is known to have another here. */
const written = (at: Date): string =>
  `${at.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

/** Our look (web/styles/tokens.css) for a page that loads nothing; its letters are those of the sandbox's phone, where that is there. */
const style = `@font-face{font-family:A;src:url(/sandbox/phone/font.woff2) format("woff2");font-weight:200 800;font-display:swap}
:root{color-scheme:light dark;background:light-dark(oklch(.971 .007 212),oklch(.196 .026 230));color:light-dark(oklch(.245 .038 228),oklch(.952 .009 210));font:16px/1.5 A,system-ui,sans-serif}
body{margin:0}main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1,h2,p,pre{margin:0}h1{margin-top:1.5rem;font-size:1.75rem;line-height:1.2;font-weight:680;letter-spacing:-.021em}
h2{font-size:1.125rem;line-height:1.625rem;font-weight:680;overflow-wrap:anywhere}p{color:light-dark(oklch(.42 .034 226),oklch(.8 .02 213))}.lead{margin-top:.25rem;max-width:62ch}li p{font-size:.875rem;overflow-wrap:anywhere}
ul{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:1.25rem}li{border:1px solid light-dark(oklch(.882 .015 214),oklch(.318 .03 226));border-radius:7px 7px 22px 22px;padding:1rem 1.25rem 1.25rem;background:light-dark(oklch(.996 .002 212),oklch(.236 .029 229))}
a{color:light-dark(oklch(.43 .085 228),oklch(.835 .082 211));text-underline-offset:.2em}a:focus-visible{outline:3px solid light-dark(oklch(.56 .128 241),oklch(.8 .115 230));outline-offset:2px}
pre{margin-top:.75rem;font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}`

const escape = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

const linked = (text: string): string => escape(text).replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, url => `<a href="${url}">${url}</a>`)
