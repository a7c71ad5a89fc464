// Makes and opens the challenges of passkeys: derived from their id, so that asking for one stores nothing.
import { z } from 'zod/mini'
import { keyedDigest, newId } from '../../foundation/seal.ts'
import type { AuthDeps } from '../deps.ts'
import { refuse } from '../errors.ts'
import { ceremonyMs } from '../factors/passkey/relying-party.ts'

/** A registration is for one user, a sign-in for anyone. */
export type ChallengePurpose = { kind: 'sign_in' } | { kind: 'register'; userId: string }

export interface PasskeyChallenge {
  id: string
  challenge: Buffer
  /** In seconds. */
  expiresAt: number
}

export function newPasskeyChallenge(deps: AuthDeps, purpose: ChallengePurpose): PasskeyChallenge {
  const now = deps.now()
  const id = newId(now)
  return { id, challenge: derive(deps, id, purpose), expiresAt: Math.floor((now.getTime() + ceremonyMs) / 1000) }
}

/** Nobody knows the challenge of an id that we have not given out: it needs our key. Throws 400. */
export function openPasskeyChallenge(deps: AuthDeps, id: string, purpose: ChallengePurpose): Buffer {
  const ageMs = deps.now().getTime() - createdMs(id)
  if (!z.uuidv7().safeParse(id).success || ageMs < 0) throw refuse('webauthn_challenge_not_found')
  if (ageMs >= ceremonyMs) throw refuse('webauthn_challenge_expired')
  return derive(deps, id, purpose)
}

/** An id begins with its time (RFC 9562 §5.7). */
const createdMs = (id: string): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16)

const derive = (deps: AuthDeps, id: string, purpose: ChallengePurpose): Buffer =>
  keyedDigest(deps.master, JSON.stringify(['passkey challenge', id.toLowerCase(), purpose.kind, 'userId' in purpose ? purpose.userId : '']))
