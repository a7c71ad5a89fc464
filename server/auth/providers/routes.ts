// The URLs that a browser visits on its way to a provider and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { refuseLowAssurance } from '../assurance.ts'
import type { AuthDeps } from '../deps.ts'
import { read, readRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { type BegunFlow, beginFlow, callbackOf, flowMs } from './begin.ts'
import { handleCallback } from './callback.ts'

const settings = { schema: { hide: true }, exposeHeadRoute: false, config: { rateLimit: false } } as const
const formBytes = 16_384

export async function providerRoutes(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  // Only here: elsewhere a form of another site could speak for a person.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
    done(null, String(body)),
  )

  app.get('/authorize', settings, async (request, reply) => {
    const begun = await beginFlow(deps, readRequest(deps, request), null, browserOf(request))
    return bound(deps, reply, begun).redirect(begun.url, 302)
  })

  app.get('/user/identities/authorize', settings, async (request, reply) => {
    const person = await readRequest(deps, request).asUser()
    if (!deps.switches.manualLinking) throw refuse('manual_linking_disabled')
    refuseLowAssurance(person, 'link an identity')
    const begun = await beginFlow(deps, person, person.who.user.id, browserOf(request))
    bound(deps, reply, begun)
    const { skip_http_redirect } = read(z.object({ skip_http_redirect: z.optional(z.string()) }), request.query)
    return skip_http_redirect === 'true' ? reply.send({ url: begun.url }) : reply.redirect(begun.url, 302)
  })

  app.get('/callback', settings, async (request, reply) => {
    const { status, url } = await handleCallback(deps, readRequest(deps, request), browserOf(request))
    return reply.header('cache-control', 'no-store').redirect(url, status)
  })

  // A form that another site posts comes without our cookie: the browser asks again, and brings it.
  app.post('/callback', settings, async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    return reply.header('cache-control', 'no-store').redirect(`${callbackOf(deps)}?${form.toString()}`, 303)
  })
}

const cookieName = 'mailferry_flow'

function browserOf(request: FastifyRequest): string | null {
  const found = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')
  return found?.[1] ?? null
}

/** Lax: it has to come along when the provider sends the browser back. */
function bound({ publicUrl }: AuthDeps, reply: FastifyReply, { browser }: BegunFlow): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (browser === null) return reply
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return reply.header('set-cookie', `${cookieName}=${browser}; Path=/auth/v1; Max-Age=${flowMs / 1000}; HttpOnly; SameSite=Lax${secure}`)
}
