// Hears Meta: the handshake, the signature over the bytes, then statuses and messages in one transaction.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { Db, Tx } from '../db/pool.ts'
import { HttpError } from '../http/errors.ts'
import { digest, isSignedBy } from '../seal.ts'
import { recordInbound } from './owners.ts'
import type { TemplateNews } from './templates/manage.ts'
import {
  type AccountEvent,
  type Heard,
  heardIn,
  type InboundMessage,
  type Notice,
  type PhoneMoved,
  type StatusEvent,
  type UserRenamed,
} from './wire.ts'

export type { AccountEvent, InboundFile, InboundMessage, Notice, PhoneMoved, StatusEvent, UserRenamed } from './wire.ts'

export interface WebhookParts {
  db: Db
  verifyToken: string
  appSecret: string
  numberId: string
  wabaId: string
  /** 360dialog signs nothing: its webhook brings the verify token as a bearer instead. */
  provider: 'meta' | '360dialog'
  now(): Date
  /** A status of a message of ours, again and in any order. What it returns is done last of all in this transaction. */
  onStatus(tx: Tx, status: StatusEvent): Promise<Last>
  /** A message that is heard for the first time: the person has written, so that the window opens. */
  onInbound(tx: Tx, message: InboundMessage): Promise<void>
  onMoved(tx: Tx, moved: PhoneMoved): Promise<void>
  onRenamed(tx: Tx, renamed: UserRenamed): Promise<void>
  onTemplate(tx: Tx, news: TemplateNews): Promise<void>
  /** Outside the transaction, and before Meta is told that it was heard. */
  onAccount(event: AccountEvent): Promise<void>
  onNotice(notice: Notice): void
  /** After the commit of statuses and messages: somebody may answer now, and a lane may go on. */
  onCommitted?(): void
  /** What was passed over, by kind, to be counted. */
  onIgnored?(kind: string): void
}

/** Takes a lock behind which everybody would wait while the rest is written. */
type Last = (() => Promise<void>) | undefined | void

/** For the route: Meta posts up to 3 MB, and its bursts are no attack. */
export const webhookRoute = { bodyLimit: 3 * 1024 * 1024, config: { rateLimit: false as const } }

/** `verify` answers GET, `hear` answers POST /webhooks/whatsapp. */
export function webhookHandlers(parts: WebhookParts) {
  return {
    verify: (request: FastifyRequest, reply: FastifyReply) => verify(parts, request, reply),
    hear: (request: FastifyRequest, reply: FastifyReply) => hear(parts, request, reply),
  }
}

const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string(),
  'hub.challenge': z.string().check(z.maxLength(1000)),
})

async function verify({ verifyToken }: WebhookParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = Handshake.safeParse(request.query)
  if (!asked.success || !digest(asked.data['hub.verify_token']).equals(digest(verifyToken)))
    throw new HttpError(403, 'wrong_verify_token', 'Set the verify token of WHATSAPP_VERIFY_TOKEN where the webhook is subscribed.')
  return reply.type('text/plain').send(asked.data['hub.challenge'])
}

async function hear(parts: WebhookParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (!isFromThem(parts, request)) throw refusalOf(parts)
  const heard = heardIn(request.body, parts, parts.now())
  const { statuses, messages, moved, renamed, templates } = heard
  // Anything thrown here answers 500, and Meta tells it again for days: nothing is taken until it is committed.
  const isHeard = [statuses, messages, moved, renamed, templates].some(list => list.length > 0)
  if (isHeard) await parts.db.transaction().execute(tx => take(parts, tx, heard))
  for (const event of heard.accounts) await parts.onAccount(event)
  for (const notice of heard.notices) parts.onNotice(notice)
  for (const detail of heard.troubles) parts.onNotice({ field: 'messages', detail })
  for (const kind of heard.ignored) parts.onIgnored?.(kind)
  if (isHeard || heard.accounts.length > 0) parts.onCommitted?.()
  return reply.code(200).send({})
}

function isFromThem({ provider, verifyToken, appSecret }: WebhookParts, { headers, rawBody }: FastifyRequest): boolean {
  if (provider === '360dialog') {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    return token !== undefined && verifyToken !== '' && digest(token).equals(digest(verifyToken))
  }
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-hub-signature-256'] ?? ''))?.[1]
  return rawBody !== null && signature !== undefined && isSignedBy(appSecret, rawBody, signature)
}

const refusalOf = ({ provider }: WebhookParts): HttpError =>
  provider === '360dialog'
    ? new HttpError(401, 'wrong_token', 'Send the verify token of WHATSAPP_VERIFY_TOKEN with the webhook (Authorization: Bearer …).')
    : new HttpError(401, 'wrong_signature', 'Sign the bytes of the body with the app secret (X-Hub-Signature-256).')

async function take(parts: WebhookParts, tx: Tx, { statuses, messages, moved, renamed, templates }: Heard): Promise<void> {
  // One order for all payloads, so that two of them at once cannot lock each other out.
  const last: Last[] = []
  for (const status of statuses.toSorted((a, b) => compare(a.wamid, b.wamid))) last.push(await parts.onStatus(tx, status))
  for (const message of messages.toSorted((a, b) => a.at.getTime() - b.at.getTime() || compare(a.wamid, b.wamid))) {
    if (await recordInbound(tx, message)) await parts.onInbound(tx, message)
  }
  for (const one of renamed.toSorted(byTime)) await parts.onRenamed(tx, one)
  for (const one of moved.toSorted(byTime)) await parts.onMoved(tx, one)
  for (const one of templates.toSorted((a, b) => byTime(a, b) || compare(a.name, b.name))) await parts.onTemplate(tx, one)
  for (const work of last) await work?.()
}

const byTime = (a: { at: Date }, b: { at: Date }): number => a.at.getTime() - b.at.getTime()
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
