// Defines what each factor type implements: enrollment, the challenge, and checking the proof.
import type { Tx } from '../../foundation/db/pool.ts'
import type { NewRow, Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import type { UserRequest } from '../endpoint.ts'
import type { EnrolledFactor, FactorChallenge } from '../shapes.ts'

/** Limits, names, sessions and assurance are the same for all types, and live in enroll.ts and challenge.ts. */
export interface FactorHandler {
  /** The method's name in a session's amr. */
  method: 'totp' | 'mfa/phone' | 'mfa/webauthn'
  /** The error message for a wrong proof. */
  failureMessage: string
  /** Whether this instance offers the type. */
  isEnabled(deps: AuthDeps): boolean
  /** Returns the columns to store for a new factor, and the fields to show the user. */
  enroll(
    deps: AuthDeps,
    request: UserRequest,
    factorId: string,
  ): Promise<{ stored: StoredFields<'factors'>; show: ShownFields<EnrolledFactor> }>
  /** Returns the columns to store for a new challenge, and the fields to show the user. */
  challenge(
    deps: AuthDeps,
    request: UserRequest,
    factor: Row<'factors'>,
  ): Promise<{ stored: StoredFields<'challenges'>; show: ShownFields<FactorChallenge> }>
  /** Checks a proof; null when it is wrong. Throws on malformed input. */
  verify(deps: AuthDeps, request: UserRequest, factor: Row<'factors'>, challenge: Row<'challenges'>): Promise<Accept | null>
}

/** Marks the proof as used, in the transaction that raises the session; false when it was used before. */
export type Accept = (tx: Tx) => Promise<boolean>

type Common = 'id' | 'type' | 'user_id' | 'friendly_name' | 'factor_type' | 'status' | 'factor_id' | 'ip' | 'expires_at'
type StoredFields<T extends 'factors' | 'challenges'> = Partial<Omit<NewRow<T>, Common | 'created_at' | 'updated_at' | 'verified_at'>>
type ShownFields<A> = Partial<Omit<A, Common>>
