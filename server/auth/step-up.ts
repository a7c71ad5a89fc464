// Asks users to prove again who they are before acts that a stolen session must not be enough for.
import { isProofRecent } from '../../core/session/proof.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { Row } from '../foundation/db/tables.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { requestWords } from '../foundation/words.ts'
import type { AuthDeps } from './deps.ts'
import { isReauthenticated } from './email/reauthenticate.ts'
import type { UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'
import { consumePasswordTry, resetPasswordTries } from './password-tries.ts'
import { Amr } from './shapes.ts'
import { lockSession, readSession, readUser, saveAmr, type UserRecord } from './store.ts'

export type Proof = { kind: 'password'; password: string } | { kind: 'code'; code: string }

/** A proof of the last minutes counts. A user without address and number has nothing to prove with. */
const isProven = (deps: AuthDeps, { user }: UserRecord, session: Row<'sessions'> | null): boolean =>
  (!user.email && !user.phone) || (session !== null && isProofRecent(Amr.parse(session.amr), deps.now()))

/** Throws the wire's 400 reauthentication_needed: clients request a code and send it to PUT /user as `nonce`. */
export function refuseUnprovenRequest(deps: AuthDeps, { record, session }: UserRequest): void {
  if (!isProven(deps, record, session)) throw refuse('reauthentication_needed')
}

/** The same for our API, where it is 403. */
export async function refuseUnprovenSession(deps: AuthDeps, userId: string, sessionId: string | null): Promise<void> {
  const record = await readUser(deps.db, userId)
  const session = sessionId === null ? null : await readSession(deps.db, userId, sessionId)
  if (!record || !isProven(deps, record, session))
    throw new HttpError(403, 'reauthentication_needed', requestWords().of('auth')('proveAgain'))
}

/** Checks a password or the code that was sent, and remembers it for this session. Throws when it is wrong. */
export async function proveAgain(deps: AuthDeps, request: UserRequest, proof: Proof): Promise<void> {
  const { record, session } = request
  await (proof.kind === 'password' ? checkPassword(deps, request, proof.password) : checkCode(deps, record.user, proof.code))
  if (session) await deps.db.transaction().execute(tx => rememberProof(deps, tx, session, proof.kind === 'password' ? 'password' : 'otp'))
}

async function checkPassword(deps: AuthDeps, { record: { user }, ip }: UserRequest, password: string): Promise<void> {
  const tries = { name: user.id, userId: user.id, ip }
  await consumePasswordTry(deps, tries)
  if (!(await deps.passwords.isCorrect(password, user.password_hash))) throw refuse('invalid_credentials')
  await resetPasswordTries(deps, tries)
}

async function checkCode(deps: AuthDeps, user: Row<'users'>, code: string): Promise<void> {
  if (!(await isReauthenticated(deps, user, code))) throw refuse('reauthentication_not_valid')
}

async function rememberProof(deps: AuthDeps, tx: Tx, { user_id, id }: Row<'sessions'>, method: 'password' | 'otp'): Promise<void> {
  const locked = await lockSession(tx, user_id, id)
  if (!locked) throw refuse('session_not_found')
  const others = Amr.parse(locked.amr).filter(entry => entry.method !== method)
  const now = { method, timestamp: Math.floor(deps.now().getTime() / 1000) }
  await saveAmr(tx, user_id, id, JSON.stringify([now, ...others]))
}
