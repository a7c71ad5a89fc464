// Serves POST /recover: emails a link for choosing a new password.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, parseInput } from '../endpoint.ts'
import { userByEmail } from '../owners.ts'
import { Address } from '../shapes.ts'
import { readCodeChallenge } from './pkce.ts'
import { emailSignInLink, limitEmails, readEmail, respondUniformly } from './request.ts'

const Recover = z.object({ email: z.nullish(Address) })

export async function recover(deps: AuthDeps, request: AuthRequest): Promise<Record<string, never>> {
  await deps.counters.consume('recover', request.ip)
  const email = readEmail(parseInput(Recover, request.body).email)
  const challenge = readCodeChallenge(request.body)
  await limitEmails(deps, request, email)
  return respondUniformly(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (user) await emailSignInLink(deps, tx, user, 'recovery', { request, challenge })
  })
}
