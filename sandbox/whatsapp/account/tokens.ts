// Tokens: exchanging a sign-up code for one, and inspecting one. An app authenticates itself as `id|secret`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accessToken, appId, appSecret, systemUserId, wabaId } from '../credentials.ts'
import { graphError } from '../errors.ts'
import { readToken } from '../guard.ts'
import { sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'

const appToken = `${appId}|${appSecret}`
/** How long the code of an embedded sign-up is valid. */
const codeLifetimeMs = 30_000

export function tokenRoutes(app: FastifyInstance, standIn: StandIn): void {
  for (const prefix of ['/:version(^v\\d+\\.\\d+$)', '']) {
    app.get(`${prefix}/oauth/access_token`, (request, reply) => exchange(standIn, request, reply))
    app.get(`${prefix}/debug_token`, (request, reply) => debug(standIn, request, reply))
  }
}

/** Issues a code like that of the sign-up dialog: valid once, for 30 s. */
export function issueSignUpCode({ signUpCodes, clock }: StandIn): string {
  const code = `sandbox-code-${signUpCodes.size + 1}-${clock.now()}`
  signUpCodes.set(code, clock.now() + codeLifetimeMs)
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
  const expiresAt = signUpCodes.get(code)
  signUpCodes.delete(code)
  if (expiresAt === undefined || clock.now() > expiresAt)
    return sendError(reply, graphError(100, { subcode: 36_009, message: 'This authorization code has expired or has been used.' }))
  return reply.send({ access_token: accessToken, token_type: 'bearer' })
}

function debug({ world, settings, clock }: StandIn, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const callerToken = readToken(request)
  if (callerToken !== appToken && callerToken !== accessToken)
    return sendError(reply, graphError(190, { message: 'Invalid OAuth access token.' }))
  const { input_token: input } = Object(request.query)
  if (typeof input !== 'string') return sendError(reply, graphError(100, { message: 'The parameter input_token is required.' }))
  if (input !== accessToken) {
    const error = { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' }
    return reply.send({ data: { error, is_valid: false, scopes: [] } })
  }
  const tokenInfo = {
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
  return reply.send({ data: world.tokenRevoked ? { ...tokenInfo, error } : tokenInfo })
}
