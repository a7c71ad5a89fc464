// Tokens: a sign-up's code for one, and what Meta knows of one. An app speaks for itself as `id|secret`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessToken, appId, appSecret, systemUserId, wabaId } from '../credentials.ts'
import { graphError } from '../errors.ts'
import { tokenOf } from '../guard.ts'
import { sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'

const appToken = `${appId}|${appSecret}`
/** How long the code of an embedded sign-up may wait. */
const codeMs = 30_000

export function tokenRoutes(app: FastifyInstance, standIn: StandIn): void {
  for (const prefix of ['/:version(^v\\d+\\.\\d+$)', '']) {
    app.get(`${prefix}/oauth/access_token`, (request, reply) => exchange(standIn, request, reply))
    app.get(`${prefix}/debug_token`, (request, reply) => debug(standIn, request, reply))
  }
}

/** A code as the sign-up window gives it: it holds for 30 s, once. */
export function giveCode({ signUpCodes, clock }: StandIn): string {
  const code = `sandbox-code-${signUpCodes.size + 1}-${clock.now()}`
  signUpCodes.set(code, clock.now() + codeMs)
  return code
}

function exchange({ signUpCodes, clock }: StandIn, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { client_id: client, client_secret: secret, code, grant_type: grant } = Object(request.query)
  if (client !== appId || secret !== appSecret)
    return sendError(
      reply,
      graphError(100, { httpStatus: 400, message: 'Error validating application. Cannot get application info due to a system error.' }),
    )
  if (grant === 'client_credentials') return reply.send({ access_token: appToken, token_type: 'bearer' })
  const until = signUpCodes.get(code)
  signUpCodes.delete(code)
  if (until === undefined || clock.now() > until)
    return sendError(reply, graphError(100, { subcode: 36_009, message: 'This authorization code has expired or has been used.' }))
  return reply.send({ access_token: accessToken, token_type: 'bearer' })
}

function debug({ world, settings, clock }: StandIn, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asking = tokenOf(request)
  if (asking !== appToken && asking !== accessToken) return sendError(reply, graphError(190, { message: 'Invalid OAuth access token.' }))
  const { input_token: input } = Object(request.query)
  if (typeof input !== 'string') return sendError(reply, graphError(100, { message: 'The parameter input_token is required.' }))
  if (input !== accessToken) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return reply.send({ data: { error, is_valid: false, scopes: [] } })
  }
  const about = {
    app_id: appId,
    type: 'SYSTEM_USER',
    application: 'Mailferry sandbox',
    data_access_expires_at: 0,
    expires_at: 0,
    is_valid: !world.tokenRevoked,
    issued_at: Math.floor(clock.now() / 1000),
    scopes: settings.scopes,
    granular_scopes: settings.scopes.map(scope => ({ scope, target_ids: [wabaId] })),
    user_id: systemUserId,
  }
  const error = { code: 190, subcode: 463, message: 'Error validating access token: Session has expired.' }
  return reply.send({ data: world.tokenRevoked ? { ...about, error } : about })
}
