// Raises a session to aal2 after its second proof, and ends what only the first one opened.
import type { Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { newRefreshToken, sessionBody } from '../session.ts'
import { Amr, type Session } from '../shapes.ts'
import { endLowSessions, retireTokens, setAssurance } from './store.ts'

/** `locked`: the session's row, locked in this transaction. `factorId` is null after a recovery code. */
export async function raiseSession(
  deps: AuthDeps,
  tx: Tx,
  locked: Row<'sessions'>,
  { method, factorId }: { method: string; factorId: string | null },
): Promise<Session> {
  const { user_id: userId, id } = locked
  const others = Amr.parse(locked.amr).filter(a => a.method !== method)
  const amr = [{ method, timestamp: Math.floor(deps.now().getTime() / 1000) }, ...others]
  const raised = await setAssurance(tx, userId, id, { aal: 'aal2', amr: JSON.stringify(amr), factor_id: factorId })
  // An older refresh token must never yield aal2: presenting it ends the session.
  await retireTokens(tx, userId, id)
  const refreshToken = await newRefreshToken(deps, tx, raised, null)
  await endLowSessions(tx, userId)
  return sessionBody(deps, tx, raised, refreshToken)
}
