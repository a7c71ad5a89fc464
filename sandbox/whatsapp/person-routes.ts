// The person's side over HTTP: the same for tests (/_sim) and for the phone page (/phone/api).
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { durationShape } from '../clock.ts'
import { businessName } from './credentials.ts'
import { displayNumber } from './envelope.ts'
import { ensurePhone, readAll, setBlocked, setOffline, tap, writeText } from './person.ts'
import { windowEndsAt } from './service-window.ts'
import { waShape } from './shapes.ts'
import type { StandIn } from './stand-in.ts'
import type { Phone } from './world.ts'

const chatLength = 300
const paramsShape = z.object({ wa: waShape })
const phoneShape = z.strictObject({ wa: waShape, name: z.string().trim().min(1).max(40).optional() })
const wordsShape = z.union([
  z.strictObject({ text: z.string().min(1).max(65_536), replyTo: z.string().optional(), name: z.string().optional() }),
  z.strictObject({ tap: z.strictObject({ wamid: z.string(), id: z.string() }) }),
])

export function personRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.get('/phones', () => ({
    business: { name: businessName, number: displayNumber() },
    clock: clockView(standIn),
    phones: [...standIn.world.phones.values()].map(phone => summary(phone)),
  }))
  app.post('/phones', (request, reply) => {
    const { wa, name } = phoneShape.parse(request.body)
    ensurePhone(standIn, wa, name)
    return reply.code(201).send({ wa })
  })
  app.get('/phones/:wa', (request, reply) => sendChat(standIn, paramsShape.parse(request.params).wa, reply))
  app.post('/phones/:wa/messages', (request, reply) => {
    const words = wordsShape.parse(request.body)
    const { wa } = paramsShape.parse(request.params)
    if ('text' in words) ensurePhone(standIn, wa, words.name)
    const written = 'text' in words ? writeText(standIn, wa, words.text, words.replyTo) : tap(standIn, wa, words.tap)
    return written ? reply.code(201).send({ wamid: written.wamid }) : reply.code(409).send({ message: 'This phone cannot send that now.' })
  })
  const acts: Record<string, (wa: string) => void> = {
    read: wa => readAll(standIn, wa),
    block: wa => setBlocked(standIn, wa, true),
    unblock: wa => setBlocked(standIn, wa, false),
    offline: wa => setOffline(standIn, wa, true),
    online: wa => setOffline(standIn, wa, false),
  }
  for (const [name, act] of Object.entries(acts)) {
    app.post(`/phones/:wa/${name}`, (request, reply) => {
      const { wa } = paramsShape.parse(request.params)
      ensurePhone(standIn, wa)
      act(wa)
      return reply.send(summary(standIn.world.phones.get(wa)))
    })
  }
  app.get('/clock', () => clockView(standIn))
  app.post('/clock', request => {
    standIn.advance(z.strictObject({ advance: durationShape }).parse(request.body).advance)
    return clockView(standIn)
  })
}

function clockView(standIn: StandIn): { offsetMs: number; now: string } {
  return { offsetMs: standIn.clock.offsetMs(), now: new Date(standIn.clock.now()).toISOString() }
}

function sendChat(standIn: StandIn, wa: string, reply: FastifyReply): FastifyReply {
  const phone = standIn.world.phones.get(wa)
  if (!phone) return reply.code(404).send({ message: 'There is no such phone yet.' })
  const isTyping = (standIn.typingUntil.get(wa) ?? 0) > standIn.clock.now()
  return reply.send({ ...summary(phone), isTyping, bubbles: shownBubbles(phone).slice(-chatLength) })
}

function summary(phone: Phone | undefined) {
  if (!phone) return null
  const { wa, name, blocked, offline, userId } = phone
  const shown = shownBubbles(phone)
  const last = shown.at(-1)
  const unread = shown.filter(bubble => bubble.direction === 'arrived' && bubble.state !== 'read').length
  return {
    wa,
    name,
    userId,
    blocked,
    offline,
    unread,
    windowEndsAt: windowEndsAt(phone.lastWrittenAt),
    last: last ? { text: last.text, at: last.at, direction: last.direction } : null,
  }
}

// A phone without a network does not show what has only reached Meta.
function shownBubbles(phone: Phone): Phone['bubbles'] {
  return phone.bubbles.filter(
    bubble => !phone.offline || bubble.direction === 'written' || bubble.state === 'delivered' || bubble.state === 'read',
  )
}
