// Serves POST /token: passes the request to the grant that it names.
import { z } from 'zod/mini'
import { behindCaptcha } from './captcha-guard.ts'
import type { AuthDeps } from './deps.ts'
import { grantPkce } from './email/pkce.ts'
import { type AuthRequest, parseInput } from './endpoint.ts'
import { refuse } from './errors.ts'
import { grantPassword } from './grant-password.ts'
import { grantRefresh } from './grant-refresh.ts'
import { grantIdToken } from './providers/grant-id-token.ts'
import { type Session, ShortText } from './shapes.ts'

const Query = z.object({ grant_type: z.optional(ShortText) })

export async function token(deps: AuthDeps, request: AuthRequest): Promise<Session> {
  const { grant_type } = parseInput(Query, request.query)
  if (grant_type === 'password') return behindCaptcha(grantPassword)(deps, request)
  if (grant_type === 'refresh_token') return grantRefresh(deps, request)
  if (grant_type === 'pkce') return grantPkce(deps, request)
  if (grant_type === 'id_token') return grantIdToken(deps, request)
  if (grant_type === 'web3') throw refuse('web3_provider_disabled')
  throw refuse('invalid_credentials', { message: 'unsupported_grant_type' })
}
