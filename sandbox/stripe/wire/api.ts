// Serves one API call: key, parameters, idempotency, faults, expansion, errors; and stores the state before it answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { newId } from '../ids.ts'
import type { StripeWorld, WireCall } from '../world.ts'
import { stripeVersion } from '../world.ts'
import { type Answer, answered, failed } from './answer.ts'
import { expand } from './expand.ts'
import { StripeFailure } from './failure.ts'
import { decodeForm, type FormValue } from './form.ts'
import { refuseKey } from './keys.ts'
import { readParams } from './params.ts'
import { beginReplay } from './replay.ts'

type Handler<Shape extends z.ZodMiniType> = (params: z.output<Shape>, id: string, secondId: string) => object
type Add = <Shape extends z.ZodMiniType>(path: string, shape: Shape, handler: Handler<Shape>) => void
export type Api = { get: Add; post: Add; delete: Add }

/** Paths are those of Stripe below /v1. */
export function openApi(app: FastifyInstance, world: StripeWorld): Api {
  const add =
    (method: 'GET' | 'POST' | 'DELETE'): Add =>
    (path, shape, handler) => {
      app.route({
        method,
        url: `/v1/${path}`,
        handler: (request, reply) =>
          serve(world, request, reply, form => {
            const params = readParams(shape, form)
            const { id = '', secondId = '' } = idsShape.parse(request.params)
            return expand(world, handler(params, id, secondId), expandShape.safeParse(params).data?.expand)
          }),
      })
    }
  return { get: add('GET'), post: add('POST'), delete: add('DELETE') }
}

const idsShape = z.object({ id: z.optional(z.string()), secondId: z.optional(z.string()) })
const expandShape = z.looseObject({ expand: z.optional(z.array(z.string())) })
const bodyShape = z._default(z.nullable(z.string()), '')

async function serve(
  world: StripeWorld,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (form: { [name: string]: FormValue }) => object,
): Promise<FastifyReply> {
  const requestId = newId(world, 'req', 14)
  const [path = '', query = ''] = request.url.split('?')
  const key = request.method === 'POST' ? header(request, 'idempotency-key') : null
  const call: WireCall = { method: request.method, path, idempotencyKey: key }
  const body = request.method === 'GET' ? query : [query, bodyShape.parse(request.body)].filter(Boolean).join('&')
  const send = (answer: Answer) => reply.code(answer.status).headers(answer.headers).type('application/json').send(answer.body)

  const refusal = refuseKey(world.settings, header(request, 'authorization'))
  if (refusal) return send(failed(refusal, requestId))
  const replay = key === null ? null : beginReplay(world, key, `${request.method} ${path} ${body}`, requestId)
  if (replay && 'answer' in replay) return send(replay.answer)
  const fault = (await world.wireFault?.(call)) ?? null
  if (fault?.kind === 'error') {
    const answer = failed(faultFailure(fault.status), requestId, replay !== null)
    replay?.finish(fault.status === 500 ? answer : null)
    if (fault.status === 500) world.settle()
    return send(answer)
  }
  world.during.request = { id: requestId, idempotency_key: key }
  world.during.version = header(request, 'stripe-version') ?? stripeVersion
  const { answer, isStored } = execute(() => run(decodeForm(body)), requestId)
  world.during.request = null
  replay?.finish(isStored ? answer : null)
  if (request.method !== 'GET') world.settle()
  if (fault?.kind !== 'drop') return send(answer)
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}

function execute(run: () => object, requestId: string): { answer: Answer; isStored: boolean } {
  try {
    return { answer: answered(run(), requestId), isStored: true }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { answer: failed(error, requestId), isStored: error.isStored }
  }
}

function faultFailure(status: 429 | 500 | 503): StripeFailure {
  if (status === 429)
    return new StripeFailure(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests hit the API too quickly. We recommend an exponential backoff of your requests.',
    })
  return new StripeFailure(status, { type: 'api_error', message: 'An unknown error occurred' })
}

function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
