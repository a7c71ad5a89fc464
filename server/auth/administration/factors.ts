// GET, PUT and DELETE /admin/users/:id/factors: the second proofs of a person.
import { z } from 'zod/mini'
import type { Row } from '../../db/tables.ts'
import { type OperatorAsk, read } from '../endpoint.ts'
import { refuse } from '../errors.ts'
import { giveUp } from '../factors/enroll.ts'
import { renameFactor } from '../factors/store.ts'
import type { AuthParts } from '../parts.ts'
import type { Factor } from '../shapes.ts'
import { factorView } from '../view.ts'
import { livingTargetOf, noteAct, targetOf } from './acts.ts'

export const listFactors = async ({ db }: AuthParts, ask: OperatorAsk): Promise<Factor[]> =>
  (await targetOf(db, ask)).factors.map(factorView)

/** For who has lost it: the person signs in by one proof until they enrol another. */
export async function deleteFactor(parts: AuthParts, ask: OperatorAsk): Promise<Factor> {
  const { user, factor } = await factorOf(parts, ask)
  await parts.db.transaction().execute(async tx => {
    await giveUp(tx, user.id, factor.id)
    await noteAct(
      parts,
      tx,
      ask,
      'factor_deleted',
      { userId: user.id, email: user.email },
      { factor_id: factor.id, type: factor.factor_type },
    )
  })
  parts.check.forget()
  return factorView(factor)
}

const Change = z.object({ friendly_name: z.nullish(z.string().check(z.maxLength(100))) })

export async function changeFactor(parts: AuthParts, ask: OperatorAsk): Promise<Factor> {
  const { user, factor } = await factorOf(parts, ask)
  const { friendly_name: name } = read(Change, ask.body)
  if (!name) return factorView(factor)
  const named = await parts.db.transaction().execute(async tx => {
    const renamed = await renameFactor(tx, user.id, factor.id, name, parts.now())
    await noteAct(parts, tx, ask, 'factor_changed', { userId: user.id, email: user.email }, { factor_id: factor.id })
    return renamed
  })
  if (!named) throw refuse('mfa_factor_name_conflict')
  return factorView(named)
}

const Params = z.object({ factorId: z.uuid() })

async function factorOf({ db }: AuthParts, ask: OperatorAsk): Promise<{ user: Row<'users'>; factor: Row<'factors'> }> {
  const { user, factors } = await livingTargetOf(db, ask)
  const given = Params.safeParse(ask.params)
  if (!given.success) throw refuse('validation_failed', { status: 404, message: 'factor_id must be an UUID' })
  const factor = factors.find(f => f.id === given.data.factorId)
  if (!factor) throw refuse('mfa_factor_not_found')
  return { user, factor }
}
