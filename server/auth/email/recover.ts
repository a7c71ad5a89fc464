// POST /recover: emails a link to choose a new password.
import { z } from 'zod/mini'
import type { AuthDeps } from '../deps.ts'
import { type AuthRequest, read } from '../endpoint.ts'
import { userByEmail } from '../owners.ts'
import { readChallenge } from './pkce.ts'
import { answerAlike, limitEmails, mailSignIn, readEmail } from './request.ts'

const Recover = z.object({ email: z.nullish(z.string()) })

export async function recover(deps: AuthDeps, request: AuthRequest): Promise<Record<string, never>> {
  await deps.counters.take('recover', request.ip)
  const email = readEmail(read(Recover, request.body).email)
  const challenge = readChallenge(request.body)
  await limitEmails(deps, email)
  return answerAlike(deps, async tx => {
    const user = await userByEmail(tx, email)
    if (user) await mailSignIn(deps, tx, user, 'recovery', { request, challenge })
  })
}
