// HTTP routes for tests: what reached the phones, which requests were made, and all faults and settings.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { seededRandom } from '../random.ts'
import { issueSignUpCode } from './account/tokens.ts'
import { banAccount, rateNumber, restrictAccount } from './account-faults.ts'
import { sumCosts } from './costs.ts'
import { verifyToken } from './credentials.ts'
import type { BusinessMessage } from './entries.ts'
import { faultShape } from './faults.ts'
import { verifyCallback } from './handshake.ts'
import { personRoutes } from './person-routes.ts'
import { changeSettings, settingsShape } from './settings.ts'
import type { StandIn } from './stand-in.ts'
import { templateReviewRoutes } from './templates/review-routes.ts'

export function simRoutes(app: FastifyInstance, standIn: StandIn, webhookUrl: string | null): void {
  personRoutes(app, standIn)
  templateReviewRoutes(app, standIn)
  app.get('/messages', request => {
    const query = z.object({ all: z.optional(z.literal('true')), to: z.optional(z.string()), after: z._default(z.coerce.number(), 0) })
    const { all, to, after } = query.parse(request.query)
    const messages = [...standIn.world.arrived.values()].slice(after).filter(one => (all || one.reached) && (to ?? one.wa) === one.wa)
    return { messages: messages.map(messageView) }
  })
  app.get('/requests', () => ({ requests: standIn.requests }))
  app.get('/costs', () => sumCosts(standIn))
  app.get('/webhooks', () => ({ unheard: [...standIn.world.unheard.values()], attempts: standIn.attempts }))
  app.post('/webhooks/verify', () => (webhookUrl === null ? { verified: false, status: null } : verifyCallback(webhookUrl, verifyToken)))
  app.get('/faults', () => ({ faults: standIn.faults.list() }))
  app.post('/faults', (request, reply) => reply.code(201).send(standIn.faults.add(faultShape.parse(request.body))))
  app.delete('/faults', (_request, reply) => {
    standIn.faults.clear()
    return reply.code(204).send()
  })
  app.get('/settings', () => standIn.settings)
  app.post('/settings', request => {
    const change = z.partial(settingsShape).parse(request.body)
    const given = Object.fromEntries(Object.entries(change).filter(([name]) => name in Object(request.body)))
    standIn.settings = changeSettings(standIn.settings, given)
    if ('seed' in given) standIn.chance = seededRandom(standIn.settings.seed)
    return standIn.settings
  })
  accountRoutes(app, standIn)
  app.post('/reset', (_request, reply) => {
    standIn.reset()
    return reply.code(204).send()
  })
}

function accountRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.post('/tokens/revoke', () => setTokenRevoked(standIn, true))
  app.post('/tokens/restore', () => setTokenRevoked(standIn, false))
  app.post('/sign-up-code', () => ({ code: issueSignUpCode(standIn) }))
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

function messageView(bubble: BusinessMessage) {
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

function setTokenRevoked(standIn: StandIn, revoked: boolean): { revoked: boolean } {
  standIn.record({ kind: 'token', revoked })
  return { revoked }
}
