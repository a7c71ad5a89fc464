// Receives Meta's webhooks: answers the handshake, checks the signature, and stores the events.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError } from '../foundation/http/errors.ts'
import { parseJson } from '../foundation/http/json.ts'
import { digest, isSignedBy } from '../foundation/seal.ts'
import { type AccountEvent, type OperatorAlert, parseWebhook } from './webhook/parse.ts'
import { type StoreEventsDeps, storeEvents } from './webhook/store-events.ts'

export type { AccountEvent, InboundFile, InboundMessage, OperatorAlert, StatusEvent } from './webhook/parse.ts'

interface WebhookOptions {
  verifyToken: string
  appSecret: string
  numberId: string
  wabaId: string
  /** 360dialog does not sign: its webhooks send the verify token as a bearer instead. */
  provider: 'meta' | '360dialog'
}

export interface WebhookDeps extends StoreEventsDeps {
  /** As they are now. */
  options(): WebhookOptions
  /** Outside the transaction, before we acknowledge the webhook to Meta. */
  onAccount(event: AccountEvent): Promise<void>
  onAlert(notice: OperatorAlert): void
  /** After statuses and messages are committed: responses may be sent and lanes may continue. */
  onCommitted?(): void
  /** Counts ignored events by kind. */
  onIgnored?(kind: string): void
}

/** Route options: Meta posts up to 3 MB, and its bursts are not attacks. */
export const webhookRoute = { bodyLimit: 3 * 1024 * 1024, config: { rateLimit: false as const, isSigned: true } }

/** `verify` answers GET, `receive` answers POST /webhooks/whatsapp. */
export function webhookHandlers(deps: WebhookDeps) {
  return {
    verify: (request: FastifyRequest, reply: FastifyReply) => verify(deps, request, reply),
    receive: (request: FastifyRequest, reply: FastifyReply) => receive(deps, request, reply),
  }
}

const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().check(z.maxLength(1000)),
  'hub.challenge': z.string().check(z.maxLength(1000)),
})

async function verify({ options }: WebhookDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const query = Handshake.safeParse(request.query)
  if (!query.success || !digest(query.data['hub.verify_token']).equals(digest(options().verifyToken)))
    throw new HttpError(403, 'wrong_verify_token', 'Set the verify token of WHATSAPP_VERIFY_TOKEN where the webhook is subscribed.')
  return reply.type('text/plain').send(query.data['hub.challenge'])
}

async function receive(deps: WebhookDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const options = deps.options()
  if (!isAuthentic(options, request)) throw rejectionError(options)
  const events = parseWebhook(request.rawBody && parseJson(request.rawBody), options, deps.now())
  // Anything thrown here returns 500 and Meta repeats it for days, so nothing is acknowledged before it is committed.
  const hasChanges = await storeEvents(deps, events)
  for (const event of events.accounts) await deps.onAccount(event)
  for (const alert of events.alerts) deps.onAlert(alert)
  for (const detail of events.errors) deps.onAlert({ field: 'messages', detail })
  for (const kind of events.ignored) deps.onIgnored?.(kind)
  if (hasChanges || events.accounts.length > 0) deps.onCommitted?.()
  return reply.code(200).send({})
}

function isAuthentic({ provider, verifyToken, appSecret }: WebhookOptions, { headers, rawBody }: FastifyRequest): boolean {
  if (provider === '360dialog') {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    return token !== undefined && verifyToken !== '' && digest(token).equals(digest(verifyToken))
  }
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(String(headers['x-hub-signature-256'] ?? ''))?.[1]
  return rawBody !== null && signature !== undefined && isSignedBy(appSecret, rawBody, signature)
}

const rejectionError = ({ provider }: WebhookOptions): HttpError =>
  provider === '360dialog'
    ? new HttpError(401, 'wrong_token', 'Send the verify token of WHATSAPP_VERIFY_TOKEN with the webhook (Authorization: Bearer …).')
    : new HttpError(401, 'wrong_signature', 'Sign the bytes of the body with the app secret (X-Hub-Signature-256).')
