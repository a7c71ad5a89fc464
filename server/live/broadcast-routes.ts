// Serves POST /api/broadcast: sends broadcasts over HTTP, without a socket.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { sendBroadcast } from './broadcast.ts'
import type { LiveDeps } from './deps.ts'
import { tokenErrors } from './join.ts'
import type { BroadcastMessage } from './wire.ts'

const Messages = z.object({
  messages: z
    .array(
      z.object({
        topic: z.string().check(z.minLength(1), z.maxLength(255)),
        event: z.string().check(z.minLength(1), z.maxLength(255)),
        payload: z.unknown(),
        private: z.nullish(z.boolean()),
      }),
    )
    .check(z.minLength(1), z.maxLength(20)),
})
const Params = z.object({
  topic: z.string().check(z.minLength(1), z.maxLength(255)),
  event: z.string().check(z.minLength(1), z.maxLength(255)),
})

/** Responds 202 when the broadcast was sent to every host; 401 or 403 without permission, 413 when it is too long. */
export function broadcastRoutes(app: FastifyInstance, deps: LiveDeps): void {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/api/broadcast', { schema: { hide: true } }, async (request, reply) => {
    const userId = await requireUser(deps, request)
    const parsed = Messages.safeParse(request.body)
    if (!parsed.success) throw new HttpError(422, 'broadcast_wrong', 'Send messages: a list of topic, event, payload and private.')
    for (const { topic, event, payload, private: isPrivate } of parsed.data.messages)
      await broadcast(deps, userId, topic, isPrivate === true, { event, payload, isBytes: false })
    return reply.code(202).send()
  })
  app.post('/api/broadcast/:topic/events/:event', { schema: { hide: true } }, async (request, reply) => {
    const userId = await requireUser(deps, request)
    const { topic, event } = Params.parse(request.params)
    const isPrivate = z.object({ private: z.literal('true') }).safeParse(request.query).success
    const bytes = Buffer.isBuffer(request.body) ? request.body.toString('base64') : null
    await broadcast(deps, userId, topic, isPrivate, { event, payload: bytes ?? request.body, isBytes: bytes !== null })
    return reply.code(202).send()
  })
}

async function requireUser(deps: LiveDeps, request: FastifyRequest): Promise<string> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const user = await deps.authenticate(token)
  if (typeof user === 'string') throw new HttpError(user === 'second_step' ? 403 : 401, 'unauthorized', tokenErrors[user])
  return user.userId
}

async function broadcast(deps: LiveDeps, userId: string, topic: string, isPrivate: boolean, message: BroadcastMessage): Promise<void> {
  if (!isPrivate) throw new HttpError(403, 'private_only', 'Only private channels of your own, user:<your id>, carry broadcasts.')
  const reason = await sendBroadcast(deps, userId, topic, null, message)
  if (reason) throw new HttpError(reason.startsWith('PayloadTooLarge') ? 413 : 403, 'unauthorized', reason)
}
