// GET and POST /unsubscribe/:token: GET only asks, POST turns the emails off, or back on.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { spokenLanguage, wordsOf } from '../../foundation/words.ts'
import { hasUser, isEmailWanted, saveEmailPreference } from './store.ts'
import { openUnsubscribeToken } from './unsubscribe-links.ts'
import { renderUnsubscribePage, type UnsubscribePage } from './unsubscribe-page.ts'

export interface UnsubscribeDeps {
  db: Db
  master: SealKey
  now: () => Date
}

const Params = z.object({ token: z.string().check(z.maxLength(100)) })
const mostBytes = 10_000

export async function unsubscribeRoutes(app: FastifyInstance, { db, master, now }: UnsubscribeDeps): Promise<void> {
  // Mail programs send one click as multipart/form-data, the page as a form (RFC 8058 §3.2).
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) => done(null, body))

  app.get('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const named = namedIn(master, request)
    if (!named || !(await hasUser(db, named.userId))) return send(reply, 404, { state: 'unknown' })
    const state = (await isEmailWanted(db, named.userId, named.kind)) ? 'ask' : 'off'
    return send(reply, 200, { state, kind: named.kind })
  })
  app.post('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const named = namedIn(master, request)
    const wanted = choiceIn(request.body)
    if (!named || !(await saveEmailPreference(db, named.userId, named.kind, wanted, now()))) return send(reply, 404, { state: 'unknown' })
    return send(reply, 200, { state: wanted ? 'on' : 'off', kind: named.kind })
  })
}

function namedIn(master: SealKey, { params }: FastifyRequest) {
  const given = Params.safeParse(params)
  return given.success ? openUnsubscribeToken(master, given.data.token) : null
}

/** Whatever else was posted, somebody wanted out. */
const choiceIn = (body: unknown): boolean => typeof body === 'string' && new URLSearchParams(body).get('choice') === 'on'

const send = (reply: FastifyReply, status: number, deps: UnsubscribePage): FastifyReply =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(renderUnsubscribePage(wordsOf(spokenLanguage()), deps))
