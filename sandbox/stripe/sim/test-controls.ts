// Adds the webhook sender and the test controls under /_sim to the stand-in.
import type { FastifyError } from 'fastify'
import { z } from 'zod/mini'
import { seededRandom } from '../../random.ts'
import type { Surface } from '../options.ts'
import { webhookSettingsShape } from '../webhooks/settings.ts'
import { forgetState } from '../world.ts'
import { openControl } from './control.ts'
import { misbehave } from './misbehave.ts'
import { simRoutes } from './routes.ts'

export const testControls: Surface = (app, world, options) => {
  const initial = { ...world.settings }
  const control = openControl(world, options.webhooks ?? {}, options.dataDir ?? null)
  const send = (event: { id: string; type: string }) => control.sender.enqueue({ ...event })
  world.listeners.add(send)
  misbehave(app, control)
  // Everything is forgotten but the clock and the endpoint given at the start; ids go on, so that none is used twice.
  const reset = () => {
    const { webhookEndpoints, endpointSecrets } = world.state
    const [endpoint, secrets] = [webhookEndpoints.get('we_sandbox'), endpointSecrets.get('we_sandbox')]
    forgetState(world.state)
    if (endpoint) world.state.webhookEndpoints.set(endpoint.id, endpoint)
    if (endpoint && secrets) world.state.endpointSecrets.set(endpoint.id, secrets)
    Object.assign(world.settings, initial)
    control.settings = webhookSettingsShape.parse(options.webhooks ?? {})
    control.chance = seededRandom(control.settings.chanceSeed)
    control.outage = null
    control.requests.length = 0
    control.faults.clear()
    control.sender.clear()
    world.clock.freeze(false)
    world.settle()
  }
  void app.register(
    async scope => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, scope.getDefaultJsonParser('error', 'error'))
      scope.setErrorHandler((error: FastifyError | z.core.$ZodError, request, reply) => {
        if (error instanceof z.core.$ZodError)
          return reply.code(400).send({ message: error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`).join('; ') })
        if (error.statusCode === undefined)
          process.stderr.write(`sandbox: ${request.method} ${request.url}: ${error.stack ?? error.message}\n`)
        return reply.code(error.statusCode ?? 500).send({ message: error.message })
      })
      simRoutes(scope, control, reset)
    },
    { prefix: '/_sim' },
  )
  return async () => {
    world.listeners.delete(send)
    control.sender.stop()
  }
}
