// Counts wrong proofs of a second factor with growing waits, and warns the user, whose password somebody knows.
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthDeps } from '../deps.ts'
import { notifyOfChange } from '../email/change-notification.ts'
import type { UserRequest } from '../endpoint.ts'

// The shortest wait first: a refusal spends nothing of the longer ones.
const waits = ['factorTries', 'factorTriesAnHour', 'factorTriesADay'] as const

/** Counted by user: six digits can be guessed from many networks. Throws 429 past a limit. */
export async function consumeFactorTry(deps: AuthDeps, request: UserRequest): Promise<void> {
  const userId = request.record.user.id
  try {
    for (const name of waits) await deps.counters.consume(name, userId)
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) await warn(deps, request)
    throw error
  }
}

export async function resetFactorTries(deps: AuthDeps, userId: string): Promise<void> {
  for (const name of waits) await deps.counters.reset(name, userId)
}

/** Once a day. */
async function warn(deps: AuthDeps, request: UserRequest): Promise<void> {
  const { user } = request.record
  const isFirst = await deps.counters.consume('factorWarnings', user.id).then(
    () => true,
    () => false,
  )
  if (!isFirst) return
  await deps.db.transaction().execute(tx => notifyOfChange(deps, tx, request, user, 'factorTried'))
  deps.mailer.wake()
}
