// The sandbox's outbox: the mails that would have left, to be read and their links to be used.
import type { FastifyInstance } from 'fastify'
import type { Translate } from '../../core/words/words.ts'
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
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export function outboxPages(app: FastifyInstance, outbox: Outbox, t: Translate<'ui'>): void {
  app.get('/sandbox/outbox', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .type('text/html')
      .send(listPage(await outbox.kept(most), t)),
  )
  app.get<{ Params: { id: string } }>('/sandbox/outbox/:id', { schema: { hide: true } }, async (request, reply) => {
    const letter = (await outbox.kept(most)).find(kept => kept.id === request.params.id)
    if (!letter) throw new HttpError(404, 'letter_unknown', t('outbox.none'))
    return reply.header('content-security-policy', policy).type('text/html').send(letter.html)
  })
}

function listPage(letters: KeptLetter[], t: Translate<'ui'>): string {
  const items = letters.map(
    letter =>
      `<li><a href="/sandbox/outbox/${letter.id}">${escape(letter.subject)}</a> <span>${escape(t('outbox.to', { to: letter.to }))}, <time>${letter.keptAt.toISOString()}</time></span><pre>${linked(letter.text)}</pre></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(t('outbox.title'))}</title><style>${style}</style></head><body><main><h1>${escape(t('outbox.title'))}</h1>
<p>${escape(t(letters.length > 0 ? 'outbox.lead' : 'outbox.none'))}</p><ul>${items.join('')}</ul></main></body></html>`
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:46rem;margin:2rem auto;padding:0 1rem}
ul{list-style:none;padding:0}li{border-top:1px solid color-mix(in oklab,currentColor 25%,transparent);padding:1rem 0}a{font-weight:600}
span{opacity:.75}pre{white-space:pre-wrap;overflow-wrap:anywhere}`

const escape = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)

const linked = (text: string): string => escape(text).replace(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)
