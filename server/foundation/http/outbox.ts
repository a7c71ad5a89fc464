// Serves the sandbox's outbox page: system emails that would have been sent.
import type { FastifyInstance } from 'fastify'
import type { Translate } from '../../../core/words/words.ts'
import { HttpError } from './errors.ts'

interface StoredEmail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  storedAt: Date
}

interface Outbox {
  listNewest(limit: number): Promise<StoredEmail[]>
}

const maxEmails = 100
// An email's page may load and run nothing.
const emailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"
const listPolicy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"

export function outboxPages(app: FastifyInstance, outbox: Outbox, t: Translate<'sandbox'>): void {
  app.get('/sandbox/outbox', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', listPolicy)
      .type('text/html')
      .send(listPage(await outbox.listNewest(maxEmails), t)),
  )
  app.get<{ Params: { id: string } }>('/sandbox/outbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const email = (await outbox.listNewest(maxEmails)).find(stored => stored.id === request.params.id)
    if (!email) throw new HttpError(404, 'email_unknown', t('outbox.none'))
    return reply.header('content-security-policy', emailPolicy).type('text/html').send(email.html)
  })
}

function listPage(emails: StoredEmail[], t: Translate<'sandbox'>): string {
  const items = emails.map(
    email =>
      `<li><h2><a href="/sandbox/outbox/${email.id}">${escape(email.subject)}</a></h2><p>${escape(t('outbox.to', { to: email.to }))} · <time datetime="${email.storedAt.toISOString()}">${formatTime(email.storedAt)}</time></p><pre>${linkUrls(email.text)}</pre></li>`,
  )
  const lead = escape(t(emails.length > 0 ? 'outbox.lead' : 'outbox.none'))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(t('outbox.title'))}</title><style>${style}</style></head><body><main><p><a href="/">${escape(t('outbox.toStart'))}</a></p><h1>${escape(t('outbox.title'))}</h1>
<p class="lead">${lead}</p>${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}</main></body></html>`
}

/** In UTC, because the reader's time zone is unknown. */
const formatTime = (at: Date): string =>
  `${at.toLocaleString('en-GB', { weekday: 'short', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })} UTC`

/** Our design (web/styles/tokens.css) for a page without a stylesheet; it uses the font of the sandbox's phone page when available. */
const style = `@font-face{font-family:A;src:url(/sandbox/phone/font.woff2) format("woff2");font-weight:200 800;font-display:swap}
:root{color-scheme:light dark;background:light-dark(oklch(.971 .007 212),oklch(.196 .026 230));color:light-dark(oklch(.245 .038 228),oklch(.952 .009 210));font:16px/1.5 A,system-ui,sans-serif}
body{margin:0}main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}h1,h2,p,pre{margin:0}h1{margin-top:1.5rem;font-size:1.75rem;line-height:1.2;font-weight:680;letter-spacing:-.021em}
h2{font-size:1.125rem;line-height:1.625rem;font-weight:680;overflow-wrap:anywhere}p{color:light-dark(oklch(.42 .034 226),oklch(.8 .02 213))}.lead{margin-top:.25rem;max-width:62ch}li p{font-size:.875rem;overflow-wrap:anywhere}
ul{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:1.25rem}li{border:1px solid light-dark(oklch(.882 .015 214),oklch(.318 .03 226));border-radius:7px 7px 22px 22px;padding:1rem 1.25rem 1.25rem;background:light-dark(oklch(.996 .002 212),oklch(.236 .029 229))}
a{color:light-dark(oklch(.43 .085 228),oklch(.835 .082 211));text-underline-offset:.2em}a:focus-visible{outline:3px solid light-dark(oklch(.56 .128 241),oklch(.8 .115 230));outline-offset:2px}
pre{margin-top:.75rem;font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}`

const escape = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

const linkUrls = (text: string): string => escape(text).replace(/https?:\/\/[^\s<]+[^\s<.,;:!?)]/g, url => `<a href="${url}">${url}</a>`)
