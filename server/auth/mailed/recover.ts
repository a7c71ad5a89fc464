// POST /recover: mails a link to choose a new password.
import { z } from 'zod/mini'
import { type Ask, read } from '../endpoint.ts'
import { userByEmail } from '../owners.ts'
import type { AuthParts } from '../parts.ts'
import { answerAlike, countLetter, mailSignIn, readEmail } from './asking.ts'
import { readChallenge } from './pkce.ts'

const Recover = z.object({ email: z.nullish(z.string()) })

export async function recover(parts: AuthParts, ask: Ask): Promise<Record<string, never>> {
  await parts.counters.take('recover', ask.ip)
  const email = readEmail(read(Recover, ask.body).email)
  const challenge = readChallenge(ask.body)
  await countLetter(parts, email)
  return answerAlike(parts, async tx => {
    const user = await userByEmail(tx, email)
    if (user) await mailSignIn(parts, tx, user, 'recovery', { ask, challenge })
  })
}
