// HTTP routes for the person's side, shared by tests (/_sim) and the phone page (/phone/api).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { clockView, durationShape } from '../clock.ts'
import { chatView, phoneSummary } from './chat.ts'
import { sumCosts } from './costs.ts'
import { businessName } from './credentials.ts'
import type { PhoneChange } from './entries.ts'
import { displayNumber } from './envelope.ts'
import {
  ensurePhone,
  markAllRead,
  react,
  sendPersonFile,
  tap,
  writeFromAdvertisement,
  writeLocation,
  writeText,
  writeUnsupported,
} from './person.ts'
import { changeNumber, reportBusiness, setPhone } from './phone-settings.ts'
import { waShape } from './shapes.ts'
import type { StandIn } from './stand-in.ts'

const maxFileBytes = 101 * 1024 * 1024
const paramsShape = z.object({ wa: waShape })
const phoneShape = z.strictObject({ wa: waShape, name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))) })
const messageShape = z.union([
  z.strictObject({
    text: z.string().check(z.minLength(1), z.maxLength(65_536)),
    replyTo: z.optional(z.string()),
    name: z.optional(z.string()),
    /** Came through an ad: messages are free for 72 hours. */
    advertisement: z.optional(z.literal(true)),
  }),
  z.strictObject({ tap: z.strictObject({ wamid: z.string(), id: z.string() }) }),
  z.strictObject({ reaction: z.strictObject({ wamid: z.string(), emoji: z.string().check(z.maxLength(16)) }) }),
  z.strictObject({ location: z.strictObject({ latitude: z.number(), longitude: z.number() }) }),
  z.strictObject({ unsupported: z.literal(true) }),
])
type MessageInput = z.infer<typeof messageShape>
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
    clock: clockView(standIn.clock),
    billed: sumCosts(standIn).billed,
    phones: [...standIn.world.phones.values()].map(phone => phoneSummary(standIn, phone)),
  }))
  app.post('/phones', (request, reply) => {
    const { wa, name } = phoneShape.parse(request.body)
    ensurePhone(standIn, wa, name)
    return reply.code(201).send({ wa })
  })
  app.get('/phones/:wa', (request, reply) => {
    const phone = standIn.world.phones.get(readWa(request))
    return phone ? chatView(standIn, phone) : reply.code(404).send({ message: 'There is no such phone yet.' })
  })
  app.post('/phones/:wa/messages', (request, reply) => {
    const message = messageShape.parse(request.body)
    return sendWritten(writeMessage(standIn, readWa(request), message), reply)
  })
  void app.register(async scope => fileRoute(scope, standIn))
  actionRoutes(app, standIn)
  let asks = 0
  app.get('/clock', () => {
    asks++
    return clockView(standIn.clock)
  })
  app.get('/clock/asks', () => ({ asks }))
  app.post('/clock', request => {
    standIn.advance(z.strictObject({ advance: durationShape }).parse(request.body).advance)
    return clockView(standIn.clock)
  })
}

function writeMessage(standIn: StandIn, wa: string, message: MessageInput): { wamid: string } | null {
  if ('tap' in message) return tap(standIn, wa, message.tap)
  if ('reaction' in message) return react(standIn, wa, message.reaction.wamid, message.reaction.emoji)
  if ('text' in message) ensurePhone(standIn, wa, message.name)
  else ensurePhone(standIn, wa)
  if ('location' in message) return writeLocation(standIn, wa, message.location)
  if ('unsupported' in message) return writeUnsupported(standIn, wa)
  return message.advertisement ? writeFromAdvertisement(standIn, wa, message.text) : writeText(standIn, wa, message.text, message.replyTo)
}

// The body is the file, whatever its type; the query has `filename`, `caption` and `replyTo`.
function fileRoute(app: FastifyInstance, standIn: StandIn): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFileBytes }, (_request, body, done) => done(null, body))
  app.post('/phones/:wa/files', { bodyLimit: maxFileBytes }, (request, reply) => {
    const { filename = null, caption = null, replyTo = null } = fileQueryShape.parse(request.query)
    const mime = request.headers['content-type'] ?? 'application/octet-stream'
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    if (bytes.length === 0) return reply.code(400).send({ message: 'The file is empty.' })
    ensurePhone(standIn, readWa(request))
    return sendWritten(sendPersonFile(standIn, readWa(request), { bytes, mime, filename, caption, contextId: replyTo }), reply)
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

function actionRoutes(app: FastifyInstance, standIn: StandIn): void {
  const addAction = (name: string, run: (wa: string, body: unknown) => string | null) =>
    app.post(`/phones/:wa/${name}`, (request, reply) => {
      const wa = readWa(request)
      ensurePhone(standIn, wa)
      const newWa = run(wa, request.body)
      const phone = newWa === null ? undefined : standIn.world.phones.get(newWa)
      return phone ? reply.send(phoneSummary(standIn, phone)) : reply.code(409).send({ message: 'This phone cannot do that now.' })
    })
  for (const [name, change] of Object.entries(changes))
    addAction(
      name,
      returningWa(wa => setPhone(standIn, wa, change)),
    )
  addAction(
    'read',
    returningWa(wa => markAllRead(standIn, wa)),
  )
  addAction(
    'report',
    returningWa(wa => reportBusiness(standIn, wa)),
  )
  addAction('username', (wa, body) => {
    setPhone(standIn, wa, { username: z.strictObject({ username: usernameShape }).parse(body).username })
    return wa
  })
  addAction('number', (wa, body) => {
    const { to } = z.strictObject({ to: waShape }).parse(body)
    return changeNumber(standIn, wa, to) ? to : null
  })
}

function returningWa(run: (wa: string) => void): (wa: string) => string {
  return wa => {
    run(wa)
    return wa
  }
}

function readWa(request: FastifyRequest): string {
  return paramsShape.parse(request.params).wa
}

function sendWritten(message: { wamid: string } | null, reply: FastifyReply): FastifyReply {
  return message ? reply.code(201).send({ wamid: message.wamid }) : reply.code(409).send({ message: 'This phone cannot send that now.' })
}
