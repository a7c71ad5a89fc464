// Starts the stand-in for WhatsApp's Cloud API: the Graph API, the phone page, and the test controls.
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import type { SandboxClock } from '../clock.ts'
import { graphError } from './errors.ts'
import { graphRoutes } from './graph/routes.ts'
import { sendError } from './misbehave.ts'
import { phoneRoutes } from './phone-routes.ts'
import { type StandInSettingsChange, settingsShape } from './settings.ts'
import { simRoutes } from './sim-routes.ts'
import { openStandIn, type StandIn } from './stand-in.ts'
import { planSteps } from './statuses.ts'
import { review, unpauseLater } from './templates/lifecycle.ts'

export type WhatsAppOptions = StandInSettingsChange & {
  /** 0 picks a free port. */
  port: number
  /** The webhook URL; null sends none. */
  webhookUrl: string | null
  /** The folder of the ledger; null persists nothing. */
  dataDir?: string | null
}

const maxRequests = 5000

export type RunningWhatsApp = {
  url: string
  /** For other stand-ins of the same process, so that moving one moves all. */
  clock: SandboxClock
  stop: () => Promise<void>
}

/** Listens on loopback. `url` is the base of the Graph API (`${url}/v26.0/…`), of `/phone/` and of `/_sim/…`. */
export async function startWhatsApp(options: WhatsAppOptions): Promise<RunningWhatsApp> {
  const { port, webhookUrl, dataDir = null, ...settings } = options
  z.config(z.locales.en())
  const standIn = openStandIn(dataDir, webhookUrl, settingsShape.parse(settings))
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 })
  app.setErrorHandler(handleError)
  app.setNotFoundHandler((request, reply) => sendError(reply, graphError(2500, { message: `Unknown path components: ${request.url}` })))
  void app.register(async scope => {
    logRequests(scope, standIn)
    graphRoutes(scope, standIn)
  })
  void app.register(async scope => simRoutes(scope, standIn, webhookUrl), { prefix: '/_sim' })
  void app.register(async scope => phoneRoutes(scope, standIn))
  const url = await app.listen({ port, host: '127.0.0.1' })
  resumePending(standIn)
  return {
    url,
    clock: { ...standIn.clock, advance: standIn.advance },
    stop: async () => {
      await app.close()
      standIn.stop()
    },
  }
}

function resumePending(standIn: StandIn): void {
  for (const bubble of standIn.world.arrived.values())
    if (bubble.state === 'accepted' || bubble.state === 'sent') planSteps(standIn, bubble)
  for (const template of standIn.world.templates.values()) {
    if (template.status === 'PENDING') review(standIn, template)
    if (template.status === 'PAUSED') unpauseLater(standIn, template)
  }
  standIn.webhooks.resume()
}

function logRequests(app: FastifyInstance, standIn: StandIn): void {
  const entries = new WeakMap<FastifyRequest, { status: number | null }>()
  app.addHook('preValidation', async request => {
    const entry = { at: standIn.clock.now(), method: request.method, url: request.url, body: bodyForLog(request.body), status: null }
    entries.set(request, entry)
    standIn.requests.push(entry)
    if (standIn.requests.length > maxRequests) standIn.requests.shift()
  })
  app.addHook('onResponse', async (request, reply) => {
    const entry = entries.get(request)
    if (entry && reply.raw.writableFinished) entry.status = reply.statusCode
  })
}

// The bytes of a file are not stored a second time in the log.
function bodyForLog(body: unknown): unknown {
  return Buffer.isBuffer(body) ? { bytes: body.length } : (body ?? null)
}

function handleError(error: FastifyError | z.core.$ZodError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof z.core.$ZodError)
    return reply.code(400).send({ message: error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
  const isServerError = (error.statusCode ?? 500) >= 500
  if (isServerError) process.stderr.write(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}\n`)
  return sendError(reply, isServerError ? graphError(1) : graphError(100, { message: 'Invalid parameter', details: error.message }))
}
