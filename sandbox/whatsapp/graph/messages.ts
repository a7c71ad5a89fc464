// POST /{phone-number-id}/messages: sends a message, or marks one as read.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptedBody, acceptMessage, type Checked, isOutsideWindow, isUninvited, phoneFor } from '../accept.ts'
import { mediaOf } from '../contents.ts'
import { businessNumber } from '../credentials.ts'
import { isDisaster, strike } from '../disasters.ts'
import { type GraphError, graphError } from '../errors.ts'
import { tokenExpired } from '../guard.ts'
import { refuseForLimits } from '../limits.ts'
import { isKept } from '../media/files.ts'
import { answerAccepted, isRefusal, refuse, sendError } from '../misbehave.ts'
import { type Outgoing, parseBody, type ReadMark } from '../shapes.ts'
import type { StandIn } from '../stand-in.ts'
import { fill, refuseStatus } from '../templates/fill.ts'
import { findTemplate } from '../templates/stored.ts'
import { holderOf, type Phone } from '../world.ts'
import { graphPaths } from './paths.ts'

const typingMs = 25_000

export function messageRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  paths.number('POST', '/messages', 'whatsapp_business_messaging', ({ body }, reply) => takeBody(standIn, body, reply))
}

async function takeBody(standIn: StandIn, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = parseBody(body)
  if (parsed.kind === 'refused') return sendError(reply, parsed.error)
  if (parsed.kind === 'readMark') return markRead(standIn, parsed.mark, reply)
  const { message } = parsed
  if (message.to === businessNumber) return sendError(reply, graphError(131021))
  const { allowList } = standIn.settings
  if (allowList && message.to !== undefined && !allowList.some(one => one.replace('+', '') === message.to))
    return sendError(
      reply,
      graphError(131030, {
        details: 'Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.',
      }),
    )
  const phone = phoneFor(standIn, message)
  if (!phone) return sendError(reply, graphError(131009, { details: 'recipient: no such user.' }))
  return send(standIn, phone, message, reply)
}

async function send(standIn: StandIn, phone: Phone, message: Outgoing, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: phone.wa, type: message.type }, standIn.chance)
  if (fault?.kind === 'delay') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return refuse(reply, fault)
  if (isDisaster(fault)) strike(standIn, fault, message)
  const wrong = refuseAccount(standIn) ?? refuseReferences(standIn, message) ?? refuseDirectSend(standIn, message)
  if (wrong) return sendError(reply, wrong)
  const checked = check(standIn, message)
  if (checked.kind === 'refused') return sendError(reply, checked.error)
  if (standIn.world.account.restricted && isUninvited(standIn, phone, message))
    return sendError(reply, graphError(368, { details: 'This account may not start conversations for now.' }))
  const isLimited = refuseForLimits(standIn, phone, isUninvited(standIn, phone, message))
  if (isLimited) return sendError(reply, isLimited)
  if (standIn.settings.window === 'sync' && isOutsideWindow(standIn, phone, message)) return sendError(reply, graphError(131047))
  const heldMs = fault?.kind === 'hold-for-quality' && checked.template ? fault.ms : 0
  const bubble = acceptMessage(standIn, phone, checked, { code: fault?.kind === 'error' ? fault.code : null, heldMs })
  return answerAccepted(reply, fault, acceptedBody(message, phone, bubble, heldMs > 0))
}

type Check = ({ kind: 'checked' } & Checked) | { kind: 'refused'; error: GraphError }

function check({ world }: StandIn, message: Outgoing): Check {
  if (message.type !== 'template') return { kind: 'checked', message, template: null, shown: null }
  const template = findTemplate(world.templates.values(), message.template.name, message.template.language.code)
  const wrong = refuseStatus(template, message.template)
  if (wrong || !template) return { kind: 'refused', error: wrong ?? graphError(132001) }
  // A one-time code belongs to a number; a user id may be a name that changed hands.
  if (template.category === 'AUTHENTICATION' && message.to === undefined)
    return { kind: 'refused', error: graphError(100, { details: 'Authentication templates cannot be sent to a business-scoped user ID.' }) }
  const filled = fill(template, message.template)
  return filled.kind === 'refused' ? filled : { kind: 'checked', message, template, shown: filled.shown }
}

function refuseAccount({ world }: StandIn): GraphError | null {
  if (world.tokenRevoked) return tokenExpired()
  if (world.account.banned) return graphError(131031, { details: 'Business Account locked.' })
  return world.account.registered
    ? null
    : graphError(133010, { details: 'The account does not exist in Cloud API, please use the /register API to create an account first' })
}

function refuseReferences({ world, clock }: StandIn, message: Outgoing): GraphError | null {
  if (message.type === 'reaction' && !world.written.has(message.reaction.message_id) && !world.arrived.has(message.reaction.message_id))
    return graphError(131009, { details: 'reaction: message_id is not a message of this conversation.' })
  const lost = mediaOf(message).find(({ id }) => {
    const file = id === null ? null : world.files.get(id)
    return file === undefined || (file !== null && !isKept(file, clock.now()))
  })
  if (!lost) return null
  return graphError(100, { message: `Param ${lost.kind}['id'] is not a valid whatsapp business account media attachment ID` })
}

function refuseDirectSend({ settings }: StandIn, message: Outgoing): GraphError | null {
  if (message.type !== 'text' && message.type !== 'interactive') return null
  if (message.category === undefined)
    return message.ttl_seconds === undefined ? null : graphError(100, { message: 'Param ttl_seconds needs the param category.' })
  if (settings.directSend === 'blocked') return graphError(139200, { details: 'Access to Direct Send is blocked.' })
  if (settings.directSend === 'off')
    return graphError(100, { message: 'Invalid parameter', details: 'Unexpected key "category" on param "body".' })
  const isTaken = message.type === 'text' || message.interactive.type !== 'list'
  if (message.category === 'utility' && isTaken) return null
  return graphError(100, {
    message: 'Invalid parameter',
    details: 'Direct Send takes text, reply buttons and cta_url of category utility.',
  })
}

function markRead(standIn: StandIn, mark: ReadMark, reply: FastifyReply): FastifyReply {
  const { world, clock } = standIn
  const bubble = world.written.get(mark.message_id)
  if (!bubble) return sendError(reply, graphError(131009, { details: 'message_id: no such message.' }))
  const fault = standIn.faults.takeForRequest({ to: bubble.wa, type: 'read' }, standIn.chance)
  if (isRefusal(fault)) return refuse(reply, fault)
  const phone = holderOf(world, bubble.wa)
  if (mark.typing_indicator && phone) standIn.typingUntil.set(phone.wa, clock.now() + typingMs)
  for (const earlier of phone?.bubbles ?? []) {
    if (earlier.direction === 'written' && earlier.at <= bubble.at && earlier.ticks !== 'read')
      standIn.record({ kind: 'ticks', wamid: earlier.wamid, ticks: 'read' })
  }
  return reply.send({ success: true })
}
