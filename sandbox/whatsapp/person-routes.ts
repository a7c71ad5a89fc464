// The person's side over HTTP: the same for tests (/_sim) and for the phone page (/phone/api).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { durationShape } from '../clock.ts'
import { chatOf, summaryOf } from './chat.ts'
import { costsOf } from './costs.ts'
import { businessName } from './credentials.ts'
import type { PhoneChange } from './entries.ts'
import { displayNumber } from './envelope.ts'
import { changeNumber, report, setPhone } from './habits.ts'
import { ensurePhone, react, readAll, sendFile, tap, writeFromAdvertisement, writeLocation, writeText, writeUnsupported } from './person.ts'
import { waShape } from './shapes.ts'
import type { StandIn } from './stand-in.ts'

const mostFileBytes = 101 * 1024 * 1024
const paramsShape = z.object({ wa: waShape })
const phoneShape = z.strictObject({ wa: waShape, name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))) })
const wordsShape = z.union([
  z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(65_536)),
    replyTo: z.optional(z.string()),
    name: z.optional(z.string()),
    /** Came by an advertisement: all is free for 72 hours. */
    advertisement: z.optional(z.literal(true)),
  }),
  z.strictObject({ tap: z.strictObject({ wamid: z.string(), id: z.string() }) }),
  z.strictObject({ reaction: z.strictObject({ wamid: z.string(), emoji: z.string().check(z.maxLength(16)) }) }),
  z.strictObject({ location: z.strictObject({ latitude: z.number(), longitude: z.number() }) }),
  z.strictObject({ unsupported: z.literal(true) }),
])
type Words = z.infer<typeof wordsShape>
const usernameShape = z
  .string()
  .check(z.regex(/^[a-z0-9._]{3,35}$/, 'write a username of 3 to 35 small letters, digits, points or underscores'))
const fileQueryShape = z.object({
  filename: z.optional(z.string().check(z.maxLength(240))),
  caption: z.optional(z.string().check(z.maxLength(1024))),
  replyTo: z.optional(z.string()),
})

export function personRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.get('/phones', () => ({
    business: { name: businessName, number: displayNumber() },
    clock: clockView(standIn),
    billed: costsOf(standIn).billed,
    phones: [...standIn.world.phones.values()].map(phone => summaryOf(standIn, phone)),
  }))
  app.post('/phones', (request, reply) => {
    const { wa, name } = phoneShape.parse(request.body)
    ensurePhone(standIn, wa, name)
    return reply.code(201).send({ wa })
  })
  app.get('/phones/:wa', (request, reply) => {
    const phone = standIn.world.phones.get(waOf(request))
    return phone ? chatOf(standIn, phone) : reply.code(404).send({ message: 'There is no such phone yet.' })
  })
  app.post('/phones/:wa/messages', (request, reply) => {
    const words = wordsShape.parse(request.body)
    return sendWritten(say(standIn, waOf(request), words), reply)
  })
  void app.register(async scope => fileRoute(scope, standIn))
  actRoutes(app, standIn)
  let asks = 0
  app.get('/clock', () => {
    asks++
    return clockView(standIn)
  })
  app.get('/clock/asks', () => ({ asks }))
  app.post('/clock', request => {
    standIn.advance(z.strictObject({ advance: durationShape }).parse(request.body).advance)
    return clockView(standIn)
  })
}

function say(standIn: StandIn, wa: string, words: Words): { wamid: string } | null {
  if ('tap' in words) return tap(standIn, wa, words.tap)
  if ('reaction' in words) return react(standIn, wa, words.reaction.wamid, words.reaction.emoji)
  if ('text' in words) ensurePhone(standIn, wa, words.name)
  else ensurePhone(standIn, wa)
  if ('location' in words) return writeLocation(standIn, wa, words.location)
  if ('unsupported' in words) return writeUnsupported(standIn, wa)
  return words.advertisement ? writeFromAdvertisement(standIn, wa, words.text) : writeText(standIn, wa, words.text, words.replyTo)
}

// The bytes are the body, whatever their type: ?filename=&caption=&replyTo=.
function fileRoute(app: FastifyInstance, standIn: StandIn): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostFileBytes }, (_request, body, done) => done(null, body))
  app.post('/phones/:wa/files', { bodyLimit: mostFileBytes }, (request, reply) => {
    const { filename = null, caption = null, replyTo = null } = fileQueryShape.parse(request.query)
    const mime = request.headers['content-type'] ?? 'application/octet-stream'
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (bytes.length === 0) return reply.code(400).send({ message: 'The file is empty.' })
    ensurePhone(standIn, waOf(request))
    return sendWritten(sendFile(standIn, waOf(request), { bytes, mime, filename, caption, contextId: replyTo }), reply)
  })
}

const changes: Record<string, PhoneChange> = {
  block: { blocked: true },
  unblock: { blocked: false },
  offline: { offline: true },
  online: { offline: false },
  'receipts-off': { receipts: false },
  'receipts-on': { receipts: true },
  'show-number': { username: null },
  'stop-marketing': { noMarketing: true },
  'resume-marketing': { noMarketing: false },
}

function actRoutes(app: FastifyInstance, standIn: StandIn): void {
  const act = (name: string, does: (wa: string, body: unknown) => string | null) =>
    app.post(`/phones/:wa/${name}`, (request, reply) => {
      const wa = waOf(request)
      ensurePhone(standIn, wa)
      const now = does(wa, request.body)
      const phone = now === null ? undefined : standIn.world.phones.get(now)
      return phone ? reply.send(summaryOf(standIn, phone)) : reply.code(409).send({ message: 'This phone cannot do that now.' })
    })
  for (const [name, change] of Object.entries(changes))
    act(
      name,
      plainly(wa => setPhone(standIn, wa, change)),
    )
  act(
    'read',
    plainly(wa => readAll(standIn, wa)),
  )
  act(
    'report',
    plainly(wa => report(standIn, wa)),
  )
  act('username', (wa, body) => {
    setPhone(standIn, wa, { username: z.strictObject({ username: usernameShape }).parse(body).username })
    return wa
  })
  act('number', (wa, body) => {
    const { to } = z.strictObject({ to: waShape }).parse(body)
    return changeNumber(standIn, wa, to) ? to : null
  })
}

function plainly(does: (wa: string) => void): (wa: string) => string {
  return wa => {
    does(wa)
    return wa
  }
}

function waOf(request: FastifyRequest): string {
  return paramsShape.parse(request.params).wa
}

function sendWritten(written: { wamid: string } | null, reply: FastifyReply): FastifyReply {
  return written ? reply.code(201).send({ wamid: written.wamid }) : reply.code(409).send({ message: 'This phone cannot send that now.' })
}

function clockView(standIn: StandIn): { offsetMs: number; now: string } {
  return { offsetMs: standIn.clock.offsetMs(), now: new Date(standIn.clock.now()).toISOString() }
}
