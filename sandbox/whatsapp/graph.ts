// The Graph API's routes: what a business calls.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedBody, acceptMessage, isOutsideWindow, phoneFor } from './accept.ts'
import { businessNumber, phoneNumberId } from './credentials.ts'
import { numberFields } from './envelope.ts'
import { graphError } from './errors.ts'
import { refuseCall } from './guard.ts'
import { answerAccepted, isRefusal, refuse, sendError } from './misbehave.ts'
import { takeToken } from './pair-rate.ts'
import { type Outgoing, parseBody, type ReadMark } from './shapes.ts'
import type { StandIn } from './stand-in.ts'
import type { Phone } from './world.ts'

type Route = { Params: { id: string }; Querystring: { fields?: string; appsecret_proof?: string } }

const typingMs = 25_000

export function graphRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const { id } = request.params as Route['Params']
    const { appsecret_proof: proof } = request.query as Route['Querystring']
    const { authorization } = request.headers
    const refused = refuseCall({ authorization, proof, id, knownIds: [phoneNumberId], method: request.method }, standIn.world.tokenRevoked)
    return refused ? sendError(reply, refused) : undefined
  })
  app.get<Route>('/:version(^v\\d+\\.\\d+$)/:id', (request, reply) => readNumber(request.query.fields, reply))
  app.post<Route>('/:version(^v\\d+\\.\\d+$)/:id/messages', (request, reply) => takeBody(standIn, request.body, reply))
}

async function takeBody(standIn: StandIn, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = parseBody(body)
  if (parsed.kind === 'refused') return sendError(reply, parsed.error)
  if (parsed.kind === 'readMark') return markRead(standIn, parsed.mark, reply)
  const phone = phoneFor(standIn, parsed.message)
  if (!phone) return sendError(reply, graphError(131009, { details: 'recipient: no such user.' }))
  if (phone.wa === businessNumber) return sendError(reply, graphError(131021))
  return send(standIn, phone, parsed.message, reply)
}

async function send(standIn: StandIn, phone: Phone, message: Outgoing, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: phone.wa, type: message.type }, standIn.chance)
  if (fault?.kind === 'delay') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return refuse(reply, fault)
  if (!isWithinPairRate(standIn, phone)) {
    return sendError(
      reply,
      graphError(131056, {
        details:
          'Message failed to send because there were too many messages sent from this phone number to the same recipient in a short period of time.',
      }),
    )
  }
  if (standIn.settings.window === 'sync' && isOutsideWindow(standIn, phone, message)) return sendError(reply, graphError(131047))
  const bubble = acceptMessage(standIn, phone, message, fault?.kind === 'error' ? fault.code : null)
  return answerAccepted(reply, fault, acceptedBody(message, phone, bubble))
}

function isWithinPairRate(standIn: StandIn, phone: Phone): boolean {
  const { settings, buckets, clock } = standIn
  if (!settings.pairRate) return true
  const taken = takeToken(buckets.get(phone.wa), clock.now(), { burst: settings.pairBurst, refillMs: settings.pairRefillMs })
  buckets.set(phone.wa, taken.bucket)
  return taken.allowed
}

function markRead(standIn: StandIn, mark: ReadMark, reply: FastifyReply): FastifyReply {
  const { world, clock } = standIn
  const bubble = world.written.get(mark.message_id)
  if (!bubble) return sendError(reply, graphError(131009, { details: 'message_id: no such message.' }))
  const fault = standIn.faults.takeForRequest({ to: bubble.wa, type: 'read' }, standIn.chance)
  if (isRefusal(fault)) return refuse(reply, fault)
  if (mark.typing_indicator) standIn.typingUntil.set(bubble.wa, clock.now() + typingMs)
  for (const earlier of world.phones.get(bubble.wa)?.bubbles ?? []) {
    if (earlier.direction === 'written' && earlier.at <= bubble.at && earlier.ticks !== 'read')
      standIn.record({ kind: 'ticks', wamid: earlier.wamid, ticks: 'read' })
  }
  return reply.send({ success: true })
}

function readNumber(fields: string | undefined, reply: FastifyReply): FastifyReply {
  const all = numberFields()
  const asked = fields?.split(',').filter(name => name !== '') ?? [
    'verified_name',
    'display_phone_number',
    'quality_rating',
    'code_verification_status',
    'platform_type',
    'throughput',
  ]
  const unknown = asked.find(name => !(name in all))
  if (unknown !== undefined) {
    return sendError(
      reply,
      graphError(100, { message: `Tried accessing nonexisting field (${unknown}) on node type (WhatsAppBusinessPhoneNumber)` }),
    )
  }
  return reply.send(Object.fromEntries([...asked, 'id'].map(name => [name, all[name]])))
}
