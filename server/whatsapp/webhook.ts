// Hears Meta: the handshake, the signature over the bytes, then statuses and messages in one transaction.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db, Tx } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import { digest, isSignedBy } from '../seal.ts'
import { recordInbound } from './owners.ts'
import { heardIn, type InboundMessage, type StatusEvent } from './wire.ts'

export type { InboundMessage, StatusEvent } from './wire.ts'

export interface WebhookParts {
  db: Db
  verifyToken: string
  appSecret: string
  numberId: string
  /** A status of a message of ours, again and in any order. */
  onStatus(tx: Tx, status: StatusEvent): Promise<void>
  /** A message that is heard for the first time: the person has written, so that the window opens. */
  onInbound(tx: Tx, message: InboundMessage): Promise<void>
  /** After the commit of statuses and messages: somebody may answer now, and a lane may go on. */
  onCommitted?(): void
  /** What was passed over, by kind, to be counted. */
  onIgnored?(kind: string): void
}

/** For the route: Meta posts up to 3 MB, and its bursts are no attack. */
export const webhookRoute = { bodyLimit: 3 * 1024 * 1024, config: { rateLimit: false as const } }

/** `verify` answers GET, `hear` answers POST /webhooks/whatsapp. */
export function webhookHandlers(parts: WebhookParts) {
  return {
    verify: (request: FastifyRequest, reply: FastifyReply) => verify(parts, request, reply),
    hear: (request: FastifyRequest, reply: FastifyReply) => hear(parts, request, reply),
  }
}

const Handshake = z.object({ 'hub.mode': z.literal('subscribe'), 'hub.verify_token': z.string(), 'hub.challenge': z.string().max(1000) })

async function verify({ verifyToken }: WebhookParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = Handshake.safeParse(request.query)
  if (!asked.success || !digest(asked.data['hub.verify_token']).equals(digest(verifyToken)))
    throw new HttpError(403, 'wrong_verify_token', 'Set the verify token of WHATSAPP_VERIFY_TOKEN where the webhook is subscribed.')
  return reply.type('text/plain').send(asked.data['hub.challenge'])
}

async function hear(parts: WebhookParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(String(request.headers['x-hub-signature-256'] ?? ''))?.[1]
  if (!request.rawBody || !signature || !isSignedBy(parts.appSecret, request.rawBody, signature))
    throw new HttpError(401, 'wrong_signature', 'Sign the bytes of the body with the app secret (X-Hub-Signature-256).')
  const { statuses, messages, ignored } = heardIn(request.body, parts.numberId)
  // Anything thrown here answers 500, and Meta tells it again for days: nothing is taken until it is committed.
  const isHeard = statuses.length + messages.length > 0
  if (isHeard) await parts.db.transaction().execute(tx => take(parts, tx, statuses, messages))
  for (const kind of ignored) parts.onIgnored?.(kind)
  if (isHeard) parts.onCommitted?.()
  return reply.code(200).send({})
}

async function take(parts: WebhookParts, tx: Tx, statuses: StatusEvent[], messages: InboundMessage[]): Promise<void> {
  // One order for all payloads, so that two of them at once cannot lock each other out.
  for (const status of statuses.toSorted((a, b) => compare(a.wamid, b.wamid))) await parts.onStatus(tx, status)
  for (const message of messages.toSorted((a, b) => a.at.getTime() - b.at.getTime() || compare(a.wamid, b.wamid))) {
    if (await recordInbound(tx, message)) await parts.onInbound(tx, message)
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
