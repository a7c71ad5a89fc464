// GET and POST /unsubscribe/:token: the first asks and changes nothing, the second turns the notices off, or on again.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Db } from '../../db/pool.ts'
import type { Key } from '../../seal.ts'
import { spokenLanguage, wordsOf } from '../../words.ts'
import { openToken } from './links.ts'
import { noticePage, type PageParts } from './page.ts'
import { isNoticeWanted, isPersonThere, keepNoticeChoice } from './store.ts'

export interface NoticeParts {
  db: Db
  master: Key
  now: () => Date
}

const Params = z.object({ token: z.string().check(z.maxLength(100)) })
const mostBytes = 10_000

export async function noticePages(app: FastifyInstance, { db, master, now }: NoticeParts): Promise<void> {
  // Mail programs send one click as multipart/form-data, the page as a form (RFC 8058 §3.2).
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: mostBytes }, (_request, body, done) => done(null, body))

  app.get('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const named = namedIn(master, request)
    if (!named || !(await isPersonThere(db, named.userId))) return send(reply, 404, { state: 'unknown' })
    const state = (await isNoticeWanted(db, named.userId, named.kind)) ? 'ask' : 'off'
    return send(reply, 200, { state, kind: named.kind })
  })
  app.post('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const named = namedIn(master, request)
    const wanted = choiceIn(request.body)
    if (!named || !(await keepNoticeChoice(db, named.userId, named.kind, wanted, now()))) return send(reply, 404, { state: 'unknown' })
    return send(reply, 200, { state: wanted ? 'on' : 'off', kind: named.kind })
  })
}

function namedIn(master: Key, { params }: FastifyRequest) {
  const given = Params.safeParse(params)
  return given.success ? openToken(master, given.data.token) : null
}

/** Whatever else was posted, somebody wanted out. */
const choiceIn = (body: unknown): boolean => typeof body === 'string' && new URLSearchParams(body).get('choice') === 'on'

const send = (reply: FastifyReply, status: number, parts: PageParts): FastifyReply =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .send(noticePage(wordsOf(spokenLanguage()), parts))
