// What each factor type implements: enrollment, the challenge, and the check of the proof.
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { UserRequest } from '../endpoint.ts'
import type { EnrolledFactor, FactorChallenge } from '../shapes.ts'

/** Limits, names, sessions and assurance are the same for every type: they stand in enroll.ts and challenge.ts. */
export interface FactorHandler {
  /** What the amr of a session calls a proof by it. */
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn'
  /** What a client is told whose proof is wrong. */
  wrong: string
  /** Whether this instance offers it. */
  isOn(deps: AuthDeps): boolean
  /** What is kept of a new factor, and what the person is shown of it. */
  enroll(deps: AuthDeps, request: UserRequest, factorId: string): Promise<{ keep: Kept<'factors'>; show: Shown<EnrolledFactor> }>
  /** What is kept of a new challenge, and what the person is asked by it. */
  challenge(
    deps: AuthDeps,
    request: UserRequest,
    factor: Row<'factors'>,
  ): Promise<{ keep: Kept<'challenges'>; show: Shown<FactorChallenge> }>
  /** Judges a proof; null when it is wrong. Throws where what came is no proof at all. */
  verify(deps: AuthDeps, request: UserRequest, factor: Row<'factors'>, challenge: Row<'challenges'>): Promise<Accept | null>
}

/** Keeps in the transaction that raises the session what must not serve twice; false when it has served. */
export type Accept = (tx: Tx) => Promise<boolean>

type Common = 'id' | 'type' | 'user_id' | 'friendly_name' | 'factor_type' | 'status' | 'factor_id' | 'ip' | 'expires_at'
type Kept<T extends 'factors' | 'challenges'> = Partial<Omit<NewRow<T>, Common | 'created_at' | 'updated_at' | 'verified_at'>>
type Shown<A> = Partial<Omit<A, Common>>
