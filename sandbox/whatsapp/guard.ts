// Who may call: the token, the proof by app secret where it is given, and the id in the path.
import { createHmac } from 'node:crypto'
import { accessToken, appSecret } from './credentials.ts'
import { type GraphError, graphError } from './errors.ts'

type Call = { authorization: string | undefined; proof: string | undefined; id: string; knownIds: string[]; method: string }

/** Null when the call may go on. */
export function refuseCall(call: Call, tokenRevoked: boolean): GraphError | null {
  const token = /^Bearer (.+)$/.exec(call.authorization ?? '')?.[1]
  if (token === undefined) return graphError(190, { message: 'An access token is required to request this resource.' })
  if (token !== accessToken) return graphError(190, { message: 'Invalid OAuth access token - Cannot parse access token' })
  if (tokenRevoked) return graphError(190, { subcode: 463, message: 'Error validating access token: Session has expired.' })
  if (call.proof !== undefined && call.proof !== createHmac('sha256', appSecret).update(token).digest('hex')) {
    return graphError(100, { message: 'Invalid appsecret_proof provided in the API argument' })
  }
  if (call.knownIds.includes(call.id)) return null
  const verb = call.method === 'GET' ? 'get' : 'post'
  return graphError(100, {
    subcode: 33,
    message: `Unsupported ${verb} request. Object with ID '${call.id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  })
}
