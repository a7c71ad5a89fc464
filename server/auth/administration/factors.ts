// GET, PUT and DELETE /admin/users/:id/factors: a user's second factors.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { type OperatorRequest, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { giveUp } from '../factors/enroll.ts'
import { renameFactor } from '../factors/store.ts'
import type { Factor } from '../shapes.ts'
import { factorView } from '../view.ts'
import { livingTargetOf, recordAdminAction, targetOf } from './target.ts'

export const listFactors = async ({ db }: AuthDeps, request: OperatorRequest): Promise<Factor[]> =>
  (await targetOf(db, request)).factors.map(factorView)

/** For who has lost it: the person signs in by one proof until they enrol another. */
export async function deleteFactor(deps: AuthDeps, request: OperatorRequest): Promise<Factor> {
  const { user, factor } = await factorOf(deps, request)
  await deps.db.transaction().execute(async tx => {
    await giveUp(tx, user.id, factor.id)
    await recordAdminAction(
      deps,
      tx,
      request,
      'factor_deleted',
      { userId: user.id, email: user.email },
      { factor_id: factor.id, type: factor.factor_type },
    )
  })
  deps.check.forget()
  return factorView(factor)
}

const Change = z.object({ friendly_name: z.nullish(z.string().check(z.maxLength(100))) })

export async function changeFactor(deps: AuthDeps, request: OperatorRequest): Promise<Factor> {
  const { user, factor } = await factorOf(deps, request)
  const { friendly_name: name } = read(Change, request.body)
  if (!name) return factorView(factor)
  const named = await deps.db.transaction().execute(async tx => {
    const renamed = await renameFactor(tx, user.id, factor.id, name, deps.now())
    await recordAdminAction(deps, tx, request, 'factor_changed', { userId: user.id, email: user.email }, { factor_id: factor.id })
    return renamed
  })
  if (!named) throw refuse('mfa_factor_name_conflict')
  return factorView(named)
}

const Params = z.object({ factorId: z.uuid() })

async function factorOf({ db }: AuthDeps, request: OperatorRequest): Promise<{ user: Row<'users'>; factor: Row<'factors'> }> {
  const { user, factors } = await livingTargetOf(db, request)
  const given = Params.safeParse(request.params)
  if (!given.success) throw refuse('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  const factor = factors.find(f => f.id === given.data.factorId)
  if (!factor) throw refuse('mfa_factor_not_found')
  return { user, factor }
}
