// /{waba-id}/subscribed_apps: without a subscription no webhooks are sent; an override URL redirects them.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { appId, wabaId } from '../credentials.ts'
import { graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { verifyCallback } from '../handshake.ts'
import { sendError } from '../misbehave.ts'
import { toGraphError } from '../refusal.ts'
import type { StandIn } from '../stand-in.ts'

const overrideShape = z.strictObject({
  override_callback_uri: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2048))),
  verify_token: z.optional(z.string().check(z.maxLength(500))),
})

export function subscriptionRoutes(app: FastifyInstance, standIn: StandIn): void {
  const paths = graphPaths(app, standIn)
  const rule = { scope: 'whatsapp_business_management', owns: (id: string) => id === wabaId } as const
  paths.node('GET', '/:id/subscribed_apps', rule, (_call, reply) =>
    reply.send({ data: standIn.world.account.subscribed ? [subscribedApp(standIn)] : [] }),
  )
  paths.node('POST', '/:id/subscribed_apps', rule, (call, reply) => subscribe(standIn, call, reply))
  paths.node('DELETE', '/:id/subscribed_apps', rule, (_call, reply) => {
    standIn.record({ kind: 'account', change: { subscribed: false, callbackUrl: null } })
    return reply.send({ success: true })
  })
}

async function subscribe(standIn: StandIn, { body }: Call, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = overrideShape.safeParse(body)
  if (!parsed.success) return sendError(reply, toGraphError(parsed.error.issues[0], body))
  const { override_callback_uri: url = null, verify_token: token } = parsed.data
  if (url !== null) {
    if (token === undefined) return sendError(reply, graphError(100, { message: 'The parameter verify_token is required.' }))
    const { verified, status } = await verifyCallback(url, token)
    if (!verified)
      return sendError(
        reply,
        graphError(2200, { message: `Callback verification failed with the following errors: HTTP Status Code = ${status ?? 'none'}` }),
      )
  }
  standIn.record({ kind: 'account', change: { subscribed: true, callbackUrl: url } })
  return reply.send({ success: true })
}

function subscribedApp({ world }: StandIn): Record<string, unknown> {
  const { callbackUrl } = world.account
  return {
    whatsapp_business_api_data: { id: appId, link: `https://www.facebook.com/games/?app_id=${appId}`, name: 'Mailferry sandbox' },
    ...(callbackUrl === null ? {} : { override_callback_uri: callbackUrl }),
  }
}
