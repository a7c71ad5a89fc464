// POST /token: hands the request to the grant that it names.
import { z } from 'zod/mini'
import { behindCaptcha } from './captcha-guard.ts'
import { type Ask, read } from './endpoint.ts'
import { refuse } from './errors.ts'
import { grantPassword } from './grant-password.ts'
import { grantRefresh } from './grant-refresh.ts'
import { grantPkce } from './mailed/pkce.ts'
import type { AuthParts } from './parts.ts'
import { grantIdToken } from './providers/grant-id-token.ts'
import type { Session } from './shapes.ts'

const Query = z.object({ grant_type: z.optional(z.string()) })

export async function token(parts: AuthParts, ask: Ask): Promise<Session> {
  const { grant_type } = read(Query, ask.query)
  if (grant_type === 'password') return behindCaptcha(grantPassword)(parts, ask)
  if (grant_type === 'refresh_token') return grantRefresh(parts, ask)
  if (grant_type === 'pkce') return grantPkce(parts, ask)
  if (grant_type === 'id_token') return grantIdToken(parts, ask)
  if (grant_type === 'web3') throw refuse('web3_provider_disabled')
  throw refuse('invalid_credentials', { message: 'unsupported_grant_type' })
}
