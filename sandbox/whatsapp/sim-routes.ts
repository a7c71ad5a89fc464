// The test's side: what reached the phones, what was asked, and everything that may be made to go wrong.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { seededChance } from '../chance.ts'
import { giveCode } from './account/tokens.ts'
import { costsOf } from './costs.ts'
import { verifyToken } from './credentials.ts'
import { banAccount, rateNumber, restrictAccount } from './disasters.ts'
import type { Arrived } from './entries.ts'
import { faultShape } from './faults.ts'
import { shakeHands } from './handshake.ts'
import { personRoutes } from './person-routes.ts'
import { changeSettings, settingsShape } from './settings.ts'
import type { StandIn } from './stand-in.ts'
import { templateReviewRoutes } from './templates/review-routes.ts'

export function simRoutes(app: FastifyInstance, standIn: StandIn, webhookUrl: string | null): void {
  personRoutes(app, standIn)
  templateReviewRoutes(app, standIn)
  app.get('/messages', request => {
    const { all, to } = z.object({ all: z.optional(z.literal('true')), to: z.optional(z.string()) }).parse(request.query)
    const messages = [...standIn.world.arrived.values()].filter(one => (all || one.reached) && (to ?? one.wa) === one.wa)
    return { messages: messages.map(asReceived) }
  })
  app.get('/requests', () => ({ requests: standIn.requests }))
  app.get('/costs', () => costsOf(standIn))
  app.get('/webhooks', () => ({ unheard: [...standIn.world.unheard.values()], attempts: standIn.attempts }))
  app.post('/webhooks/verify', () => (webhookUrl === null ? { verified: false, status: null } : shakeHands(webhookUrl, verifyToken)))
  app.get('/faults', () => ({ faults: standIn.faults.list() }))
  app.post('/faults', (request, reply) => reply.code(201).send(standIn.faults.add(faultShape.parse(request.body))))
  app.delete('/faults', (_request, reply) => {
    standIn.faults.clear()
    return reply.code(204).send()
  })
  app.get('/settings', () => standIn.settings)
  app.post('/settings', request => {
    const change = z.partial(settingsShape).parse(request.body)
    const named = Object.fromEntries(Object.entries(change).filter(([name]) => name in Object(request.body)))
    standIn.settings = changeSettings(standIn.settings, named)
    if ('seed' in named) standIn.chance = seededChance(standIn.settings.seed)
    return standIn.settings
  })
  accountRoutes(app, standIn)
  app.post('/reset', (_request, reply) => {
    standIn.reset()
    return reply.code(204).send()
  })
}

function accountRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.post('/tokens/revoke', () => setToken(standIn, true))
  app.post('/tokens/restore', () => setToken(standIn, false))
  app.post('/sign-up-code', () => ({ code: giveCode(standIn) }))
  app.get('/account', () => standIn.world.account)
  app.post('/account', request => {
    const shape = z.strictObject({
      banned: z.optional(z.boolean()),
      restricted: z.optional(z.boolean()),
      quality: z.optional(z.enum(['GREEN', 'YELLOW', 'RED'])),
    })
    const { banned, restricted, quality } = shape.parse(request.body)
    if (banned !== undefined) banAccount(standIn, banned)
    if (restricted !== undefined) restrictAccount(standIn, restricted)
    if (quality !== undefined) rateNumber(standIn, quality)
    return standIn.world.account
  })
}

function asReceived(bubble: Arrived) {
  return {
    wamid: bubble.wamid,
    to: bubble.wa,
    type: bubble.type,
    text: bubble.text,
    content: bubble.content,
    category: bubble.pricing.category,
    uninvited: bubble.uninvited,
    contextId: bubble.contextId,
    biz_opaque_callback_data: bubble.callbackData,
    acceptedAt: new Date(bubble.at).toISOString(),
    state: bubble.state,
    reached: bubble.reached,
    failsWith: bubble.fate,
  }
}

function setToken(standIn: StandIn, revoked: boolean): { revoked: boolean } {
  standIn.record({ kind: 'token', revoked })
  return { revoked }
}
