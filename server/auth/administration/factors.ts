// Serves GET, PUT and DELETE /admin/users/:id/factors: a user's second factors.
import { z } from 'zod/mini'
import type { Row } from '../../foundation/db/tables.ts'
import type { AuthDeps } from '../deps.ts'
import { type OperatorRequest, parseInput } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { removeFactor } from '../factors/enroll.ts'
import { renameFactor } from '../factors/store.ts'
import type { Factor } from '../shapes.ts'
import { factorView } from '../view.ts'
import { readActiveTarget, readTarget, recordAdminAction } from './target.ts'

export const listFactors = async ({ db }: AuthDeps, request: OperatorRequest): Promise<Factor[]> =>
  (await readTarget(db, request)).factors.map(factorView)

/** For a lost factor: the user signs in without it until they enroll another one. */
export async function deleteFactor(deps: AuthDeps, request: OperatorRequest): Promise<Factor> {
  const { user, factor } = await readFactor(deps, request)
  await deps.db.transaction().execute(async tx => {
    await removeFactor(tx, user.id, factor.id)
    await recordAdminAction(
      deps,
      tx,
      request,
      'factor_deleted',
      { userId: user.id, email: user.email },
      { factor_id: factor.id, type: factor.factor_type },
    )
  })
  deps.check.clearCache()
  return factorView(factor)
}

const Change = z.object({ friendly_name: z.nullish(z.string().check(z.maxLength(100))) })

export async function changeFactor(deps: AuthDeps, request: OperatorRequest): Promise<Factor> {
  const { user, factor } = await readFactor(deps, request)
  const { friendly_name: name } = parseInput(Change, request.body)
  if (!name) return factorView(factor)
  const renamed = await deps.db.transaction().execute(async tx => {
    const changed = await renameFactor(tx, user.id, factor.id, name, deps.now())
    await recordAdminAction(deps, tx, request, 'factor_changed', { userId: user.id, email: user.email }, { factor_id: factor.id })
    return changed
  })
  if (!renamed) throw refuse('mfa_factor_name_conflict')
  return factorView(renamed)
}

const Params = z.object({ factorId: z.uuid() })

async function readFactor({ db }: AuthDeps, request: OperatorRequest): Promise<{ user: Row<'users'>; factor: Row<'factors'> }> {
  const { user, factors } = await readActiveTarget(db, request)
  const parsed = Params.safeParse(request.params)
  if (!parsed.success) throw refuse('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  const factor = factors.find(f => f.id === parsed.data.factorId)
  if (!factor) throw refuse('mfa_factor_not_found')
  return { user, factor }
}
