// Serves /unsubscribe/:token: GET only asks, POST turns the emails off, or back on.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Db } from '../../foundation/db/pool.ts'
import { plainPageHeaders } from '../../foundation/http/plain-page.ts'
import type { SealKey } from '../../foundation/seal.ts'
import { loadWords, requestLanguage } from '../../foundation/words.ts'
import { hasUser, isEmailWanted, saveEmailPreference } from './store.ts'
import { openUnsubscribeToken } from './unsubscribe-links.ts'
import { renderUnsubscribePage, type UnsubscribePage } from './unsubscribe-page.ts'

export interface UnsubscribeDeps {
  db: Db
  master: SealKey
  now: () => Date
}

const Params = z.object({ token: z.string().check(z.maxLength(100)) })
const maxBodyBytes = 10_000

export async function unsubscribeRoutes(app: FastifyInstance, { db, master, now }: UnsubscribeDeps): Promise<void> {
  // Email clients send the one-click POST as multipart/form-data, our page as a form (RFC 8058 §3.2).
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: maxBodyBytes }, (_request, body, done) => done(null, body))

  app.get('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const preference = readToken(master, request)
    if (!preference || !(await hasUser(db, preference.userId))) return send(reply, 404, { state: 'unknown' })
    const state = (await isEmailWanted(db, preference.userId, preference.kind)) ? 'ask' : 'off'
    return send(reply, 200, { state, kind: preference.kind })
  })
  app.post('/unsubscribe/:token', { schema: { hide: true } }, async (request, reply) => {
    const preference = readToken(master, request)
    const enabled = wantsEmail(request.body)
    if (!preference || !(await saveEmailPreference(db, preference.userId, preference.kind, enabled, now())))
      return send(reply, 404, { state: 'unknown' })
    return send(reply, 200, { state: enabled ? 'on' : 'off', kind: preference.kind })
  })
}

function readToken(master: SealKey, { params }: FastifyRequest) {
  const parsed = Params.safeParse(params)
  return parsed.success ? openUnsubscribeToken(master, parsed.data.token) : null
}

/** Anything other than an explicit "on" unsubscribes. */
const wantsEmail = (body: unknown): boolean => typeof body === 'string' && new URLSearchParams(body).get('choice') === 'on'

const send = (reply: FastifyReply, status: number, page: UnsubscribePage): FastifyReply =>
  reply
    .code(status)
    .headers(plainPageHeaders)
    .send(renderUnsubscribePage(loadWords(requestLanguage()), page))
