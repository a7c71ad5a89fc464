// Carries out the requested faults on calls: what goes wrong before they are executed, in them, and with their answers.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WireCall, WireFault } from '../world.ts'
import { currentOutage, type StripeControl } from './control.ts'
import type { CallAction } from './faults.ts'
import { backdate } from './old-truth.ts'

const maxRequests = 5000

/** Hooks for the API and, during an outage, for everything but the test controls. */
export function misbehave(app: FastifyInstance, control: StripeControl): void {
  control.world.wireFault = call => takeWireFault(control, call)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/_sim')) return
    const outage = currentOutage(control)
    if (outage) return outage.mode === 'refuse' ? cut(request, reply) : sendPage(reply, 503)
    const action = takeForRequest(control, request, ['reset', 'html', 'hang'])
    if (action?.kind === 'html') return sendPage(reply, action.status)
    if (action?.kind === 'reset') return cut(request, reply)
    if (action?.kind === 'hang') reply.hijack()
  })
  app.addHook('onSend', async (request, _reply, payload) => {
    if (typeof payload !== 'string') return payload
    const action = takeForRequest(control, request, ['commit-then-hang', 'truncated-json'])
    if (action?.kind === 'commit-then-hang') await new Promise(() => {})
    if (action?.kind === 'truncated-json') return payload.slice(0, Math.floor(payload.length / 2))
    const lie = request.method === 'GET' ? takeForRequest(control, request, ['lie']) : null
    return lie?.kind === 'lie' ? backdate(control.world, payload, lie.ageMs) : payload
  })
  app.addHook('onResponse', async (request, reply) => noteRequest(control, request, reply))
}

function takeForRequest({ faults, chance, world }: StripeControl, request: FastifyRequest, kinds: CallAction['kind'][]): CallAction | null {
  const [path = ''] = request.url.split('?')
  return path.startsWith('/v1/') ? faults.takeForCall({ method: request.method, path }, kinds, chance, world.clock.now()) : null
}

async function takeWireFault({ world, faults, chance }: StripeControl, call: WireCall): Promise<WireFault | null> {
  const take = (kind: CallAction['kind']) => faults.takeForCall(call, [kind], chance, world.clock.now())
  const delay = take('delay')
  // In real time, for which the caller waits.
  if (delay?.kind === 'delay') await pause(delay.ms)
  const refusal = take('http')
  if (refusal?.kind === 'http') return { kind: 'error', status: refusal.status }
  return take('commit-then-drop') === null ? null : { kind: 'drop' }
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack()
  request.raw.socket.resetAndDestroy()
  return reply
}

function sendPage(reply: FastifyReply, status: number): FastifyReply {
  const page = '<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>'
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}

function noteRequest({ requests, world }: StripeControl, request: FastifyRequest, reply: FastifyReply): void {
  if (!request.url.startsWith('/v1/')) return
  requests.push({ at: world.clock.now(), method: request.method, url: request.url, status: reply.statusCode })
  if (requests.length > maxRequests) requests.shift()
}
