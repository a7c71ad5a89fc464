// Routes the URLs that a browser visits on the way to a provider and back.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { type BrowserCookie, openBrowserCookie } from '../../foundation/http/browser-cookie.ts'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { parseInput, readRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { ShortText } from '../shapes.ts'
import { refuseUnprovenRequest } from '../step-up.ts'
import { callbackUrl, flowMs, type StartedFlow, startProviderFlow } from './begin.ts'
import { handleCallback } from './callback.ts'

const settings = { schema: { hide: true }, exposeHeadRoute: false, config: { rateLimit: false } } as const
const formBytes = 16_384

export async function providerRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  const cookie = openBrowserCookie(deps.publicUrl, { name: 'mailferry_flow', path: '/auth/v1', maxAgeMs: flowMs })
  // Only for these routes: elsewhere another site's form could act for a user.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
    done(null, String(body)),
  )

  app.get('/authorize', settings, async (request, reply) => {
    const started = await startProviderFlow(deps, readRequest(deps, request), null, cookie.read(request))
    return setFlowCookie(cookie, reply, started).redirect(started.url, 302)
  })

  app.get('/user/identities/authorize', settings, async (request, reply) => {
    const userRequest = await readRequest(deps, request).asUser()
    if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
    refuseLowAssurance(userRequest, 'link an identity')
    refuseUnprovenRequest(deps, userRequest)
    const started = await startProviderFlow(deps, userRequest, userRequest.record.user.id, cookie.read(request))
    setFlowCookie(cookie, reply, started)
    const { skip_http_redirect } = parseInput(z.object({ skip_http_redirect: z.optional(ShortText) }), request.query)
    return skip_http_redirect === 'true' ? reply.send({ url: started.url }) : reply.redirect(started.url, 302)
  })

  app.get('/callback', settings, async (request, reply) => {
    const { status, url } = await handleCallback(deps, readRequest(deps, request), cookie.read(request))
    return reply.header('cache-control', 'no-store').redirect(url, status)
  })

  // A cross-site form post comes without our cookie; after this redirect the browser sends it.
  app.post('/callback', settings, async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    return reply.header('cache-control', 'no-store').redirect(`${callbackUrl(deps)}?${form.toString()}`, 303)
  })
}

function setFlowCookie(cookie: BrowserCookie, reply: FastifyReply, { browser }: StartedFlow): FastifyReply {
  reply.header('cache-control', 'no-store')
  return browser === null ? reply : reply.header('set-cookie', cookie.format(browser))
}
