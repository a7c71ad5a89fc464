// Authorizes calls: checks the token and its scopes, and the app secret proof if given or required.
import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { accessToken, appSecret } from './credentials.ts'
import { type GraphError, graphError } from './errors.ts'
import type { StandIn } from './stand-in.ts'

export type TokenScope = 'whatsapp_business_messaging' | 'whatsapp_business_management'

/** Returns null if the call is allowed. */
export function refuseCall({ world, settings }: StandIn, request: FastifyRequest, scope: TokenScope): GraphError | null {
  const token = readToken(request)
  if (token === undefined) return graphError(190, { message: 'An access token is required to request this resource.' })
  if (token !== accessToken) return graphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' })
  if (world.tokenRevoked) return tokenExpired()
  const { appsecret_proof: appSecretProof } = Object(request.query)
  if (appSecretProof === undefined && settings.requireProof)
    return graphError(100, { message: 'API calls from the server require an appsecret_proof argument' })
  if (appSecretProof !== undefined && appSecretProof !== createHmac('sha256', appSecret).update(token).digest('hex'))
    return graphError(100, { message: 'Invalid appsecret_proof provided in the API argument' })
  if (settings.scopes.includes(scope)) return null
  if (scope === 'whatsapp_business_messaging') return graphError(10, { message: 'Application does not have permission for this action' })
  return graphError(200, { message: 'You do not have the necessary permissions required to perform this action' })
}

export function tokenExpired(): GraphError {
  return graphError(190, { subcode: 463, message: 'Error validating access token: Session has expired.' })
}

/** The error for an id that this token cannot see. */
export function unknownObject(method: string, id: string): GraphError {
  return graphError(100, {
    subcode: 33,
    message: `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  })
}

/** Reads the token from Meta's header, from the query parameter of its examples, or from 360dialog's key. */
export function readToken({ headers, query }: FastifyRequest): string | undefined {
  const { access_token: queryToken } = Object(query)
  const key = headers['d360-api-key']
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? (typeof key === 'string' ? key : undefined) ?? queryToken
}
