// Test controls of webhooks: what was tried, secrets, and events sent beside their deliveries: replayed, forged, or in a burst.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { Spoiling } from '../webhooks/attempt.ts'
import type { StripeControl } from './control.ts'
import { spoilingShape } from './faults.ts'

const secretsShape = z.strictObject({
  endpoint: z._default(z.string(), 'we_sandbox'),
  secrets: z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(2)),
})

/** `event`: an id; without one the newest. `original` sends the very bytes and signature of its first attempt. */
const sendShape = z.strictObject({
  event: z.optional(z.string()),
  how: z._default(z.union([z.enum(['fresh', 'original']), spoilingShape]), 'fresh'),
  times: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
})

const burstShape = z.strictObject({
  count: z.int().check(z.minimum(1), z.maximum(100_000)),
  /** Events of this type are repeated under new ids; without one, all kept events in turn. */
  type: z.optional(z.string()),
})

export function webhookRoutes(app: FastifyInstance, control: StripeControl): void {
  const { world, sender } = control
  app.get('/webhooks', () => ({
    endpoints: [...world.state.webhookEndpoints.values()].map(endpoint => ({
      ...endpoint,
      secrets: world.state.endpointSecrets.get(endpoint.id) ?? [],
    })),
    waiting: sender.waiting(),
    attempts: sender.attempts(),
  }))
  app.post('/webhooks/secrets', request => {
    const { endpoint, secrets } = secretsShape.parse(request.body)
    world.state.endpointSecrets.set(endpoint, secrets)
    world.settle()
    return { endpoint, secrets }
  })
  app.post('/webhooks/send', async (request, reply) => {
    const { event, how, times } = sendShape.parse(request.body ?? {})
    const statuses: (number | null)[] = []
    for (let count = 0; count < times; count++) statuses.push(...(await sendAgain(control, event, how)))
    return statuses.length === 0 ? reply.code(404).send({ message: 'There is no such event, or nobody wants it.' }) : { statuses }
  })
  app.post('/webhooks/burst', (request, reply) => {
    const { count, type } = burstShape.parse(request.body)
    const models = world.state.events.filter(event => type === undefined || event.type === type)
    if (models.length === 0) return reply.code(404).send({ message: 'There is no event to repeat.' })
    for (let index = 0; index < count; index++) {
      const model = models[index % models.length]
      if (model) sender.enqueue({ ...model, id: `evt_burst${randomUUID().replaceAll('-', '')}` })
    }
    return reply.code(202).send({ count })
  })
}

async function sendAgain({ world, sender }: StripeControl, id: string | undefined, how: 'fresh' | 'original' | Spoiling) {
  if (how === 'original') {
    const request = id === undefined ? sender.sent().at(-1) : sender.sent().find(one => one.eventId === id)
    return request ? [await sender.replay(request)] : []
  }
  const { events } = world.state
  const event = id === undefined ? events.at(-1) : events.find(one => one.id === id)
  return event ? sender.sendOnce({ ...event }, how === 'fresh' ? null : how) : []
}
