// POST /{phone-number-id}/messages: sends a message, or marks one as read.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptedBody, acceptMessage, type CheckedMessage, findOrAddPhone, isOutsideWindow, isUninvited } from '../accept.ts'
import { applyAccountFault, isAccountFault } from '../account-faults.ts'
import { messageMedia } from '../contents.ts'
import { businessNumber } from '../credentials.ts'
import { type GraphError, graphError } from '../errors.ts'
import { tokenExpired } from '../guard.ts'
import { refuseForLimits } from '../limits.ts'
import { isAvailable } from '../media/files.ts'
import { isRefusal, sendAccepted, sendError, sendFault } from '../misbehave.ts'
import { type GraphMessage, parseBody, type ReadMark } from '../shapes.ts'
import type { StandIn } from '../stand-in.ts'
import { fillTemplate, refuseStatus } from '../templates/fill.ts'
import { findTemplate } from '../templates/stored.ts'
import { currentPhone, type SandboxPhone } from '../world.ts'
import { graphPaths } from './paths.ts'

const typingMs = 25_000

export function messageRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  paths.number('POST', '/messages', 'whatsapp_business_messaging', ({ body }, reply) => handleBody(standIn, body, reply))
}

async function handleBody(standIn: StandIn, body: unknown, reply: FastifyReply): Promise<FastifyReply> {
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
  const phone = findOrAddPhone(standIn, message)
  if (!phone) return sendError(reply, graphError(131009, { details: 'recipient: no such user.' }))
  return send(standIn, phone, message, reply)
}

async function send(standIn: StandIn, phone: SandboxPhone, message: GraphMessage, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: phone.wa, type: message.type }, standIn.chance)
  if (fault?.kind === 'delay') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return sendFault(reply, fault)
  if (isAccountFault(fault)) applyAccountFault(standIn, fault, message)
  const error = refuseAccount(standIn) ?? refuseReferences(standIn, message) ?? refuseDirectSend(standIn, message)
  if (error) return sendError(reply, error)
  const checked = validate(standIn, message)
  if (checked.kind === 'refused') return sendError(reply, checked.error)
  if (standIn.world.account.restricted && isUninvited(standIn, phone, message))
    return sendError(reply, graphError(368, { details: 'This account may not start conversations for now.' }))
  const limitError = refuseForLimits(standIn, phone, isUninvited(standIn, phone, message))
  if (limitError) return sendError(reply, limitError)
  if (standIn.settings.window === 'sync' && isOutsideWindow(standIn, phone, message)) return sendError(reply, graphError(131047))
  const holdMs = fault?.kind === 'hold-for-quality' && checked.template ? fault.ms : 0
  const recorded = acceptMessage(standIn, phone, checked, { code: fault?.kind === 'error' ? fault.code : null, heldMs: holdMs })
  return sendAccepted(reply, fault, acceptedBody(message, phone, recorded, holdMs > 0))
}

type ValidationResult = ({ kind: 'checked' } & CheckedMessage) | { kind: 'refused'; error: GraphError }

function validate({ world }: StandIn, message: GraphMessage): ValidationResult {
  if (message.type !== 'template') return { kind: 'checked', message, template: null, rendered: null }
  const template = findTemplate(world.templates.values(), message.template.name, message.template.language.code)
  const error = refuseStatus(template, message.template)
  if (error || !template) return { kind: 'refused', error: error ?? graphError(132001) }
  // One-time codes need a number, because a username behind a user id may have changed hands.
  if (template.category === 'AUTHENTICATION' && message.to === undefined)
    return { kind: 'refused', error: graphError(100, { details: 'Authentication templates cannot be sent to a business-scoped user ID.' }) }
  const filledTemplate = fillTemplate(template, message.template)
  return filledTemplate.kind === 'refused' ? filledTemplate : { kind: 'checked', message, template, rendered: filledTemplate.rendered }
}

function refuseAccount({ world }: StandIn): GraphError | null {
  if (world.tokenRevoked) return tokenExpired()
  if (world.account.banned) return graphError(131031, { details: 'Business Account locked.' })
  return world.account.registered
    ? null
    : graphError(133010, { details: 'The account does not exist in Cloud API, please use the /register API to create an account first' })
}

function refuseReferences({ world, clock }: StandIn, message: GraphMessage): GraphError | null {
  if (message.type === 'reaction' && !world.written.has(message.reaction.message_id) && !world.arrived.has(message.reaction.message_id))
    return graphError(131009, { details: 'reaction: message_id is not a message of this conversation.' })
  const missing = messageMedia(message).find(({ id }) => {
    const file = id === null ? null : world.files.get(id)
    return file === undefined || (file !== null && !isAvailable(file, clock.now()))
  })
  if (!missing) return null
  return graphError(100, { message: `Param ${missing.kind}['id'] is not a valid whatsapp business account media attachment ID` })
}

function refuseDirectSend({ settings }: StandIn, message: GraphMessage): GraphError | null {
  if (message.type !== 'text' && message.type !== 'interactive') return null
  if (message.category === undefined)
    return message.ttl_seconds === undefined ? null : graphError(100, { message: 'Param ttl_seconds needs the param category.' })
  if (settings.directSend === 'blocked') return graphError(139200, { details: 'Access to Direct Send is blocked.' })
  if (settings.directSend === 'off')
    return graphError(100, { message: 'Invalid parameter', details: 'Unexpected key "category" on param "body".' })
  const isSupported = message.type === 'text' || message.interactive.type !== 'list'
  if (message.category === 'utility' && isSupported) return null
  return graphError(100, {
    message: 'Invalid parameter',
    details: 'Direct Send takes text, reply buttons and cta_url of category utility.',
  })
}

function markRead(standIn: StandIn, mark: ReadMark, reply: FastifyReply): FastifyReply {
  const { world, clock } = standIn
  const recorded = world.written.get(mark.message_id)
  const fault = standIn.faults.takeForRequest({ to: recorded?.wa ?? '', type: 'read' }, standIn.chance)
  if (isRefusal(fault)) return sendFault(reply, fault)
  if (!recorded) return sendError(reply, graphError(131009, { details: 'message_id: no such message.' }))
  const phone = currentPhone(world, recorded.wa)
  if (mark.typing_indicator && phone) standIn.typingUntil.set(phone.wa, clock.now() + typingMs)
  for (const earlier of phone?.bubbles ?? []) {
    if (earlier.direction === 'written' && earlier.at <= recorded.at && earlier.ticks !== 'read')
      standIn.record({ kind: 'ticks', wamid: earlier.wamid, ticks: 'read' })
  }
  return reply.send({ success: true })
}
