// Handles what administrators do to a user's account; every change is logged with its reason in its own transaction.
import type * as api from '../../../../core/api/admin/users.ts'
import type { StaffRefusal } from '../../../../core/session/role-change.ts'
import { refuseAccountLoss, refuseRoleChange } from '../../../../core/session/role-change.ts'
import { forGood } from '../../../../core/session/suspension.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { grantRole, lockActiveAdmins, revokeRole } from '../../../account/owners.ts'
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import { listRoles } from '../../../account/store.ts'
import type { StaffActions, StaffChange } from '../../../auth/by-staff/actions.ts'
import { readUser } from '../../../auth/store.ts'
import type { Db, Tx } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { stateOf } from './list.ts'

export interface UserActionDeps {
  db: Db
  now(): Date
  say: Translate<'adminusers'>
  accounts: StaffActions
  /** Starts an export whose content only the user gets. */
  startExport(userId: string, record: (tx: Tx, exportId: string) => Promise<void>): Promise<void>
}

export interface UserActionHandlers {
  invite: UserHandler<typeof api.inviteUserApi>
  confirmEmail: UserHandler<typeof api.confirmUserEmailApi>
  suspend: UserHandler<typeof api.suspendUserApi>
  resume: UserHandler<typeof api.resumeUserApi>
  resetFactors: UserHandler<typeof api.resetUserFactorsApi>
  endSessions: UserHandler<typeof api.endUserSessionsApi>
  changeRole: UserHandler<typeof api.changeUserRoleApi>
  startExport: UserHandler<typeof api.startUserExportApi>
}

export function userActionHandlers(deps: UserActionDeps): UserActionHandlers {
  const { accounts, say, now } = deps
  const logged = openLogged(deps)
  const plain =
    (name: string, run: (userId: string, change: StaffChange) => Promise<void>, check?: Check): UserActionHandlers['resume'] =>
    async ({ params, body, ...staff }) => {
      await run(params.id, logged(staff, name, body.reason, check))
      return {}
    }
  return {
    invite: async ({ body, ...staff }) => ({
      id: await accounts
        .invite(
          staff.userId,
          body.email,
          logged(staff, 'user.invited', body.reason, async () => undefined),
        )
        .catch(explainTaken(say)),
    }),
    confirmEmail: plain('user.email_confirmed', accounts.confirmEmail, openUnconfirmedCheck(deps)),
    suspend: async ({ params, body, ...staff }) => {
      const until = body.until === null ? forGood : new Date(body.until)
      if (until <= now()) throw new HttpError(422, 'until_past', say('refused.untilPast'))
      await accounts.suspend(params.id, until, logged(staff, 'user.suspended', body.reason, openLossCheck(deps, staff.userId)))
      return {}
    },
    resume: plain('user.resumed', accounts.resume),
    resetFactors: plain('user.factors_reset', accounts.resetFactors),
    endSessions: async ({ params, body, ...staff }) => {
      await accounts.endSessions(params.id, body.sessionId, logged(staff, 'user.sessions_ended', body.reason))
      return {}
    },
    changeRole: request => changeRole(deps, request),
    startExport: plain('user.export_started', async (userId, { check, record }) => {
      await deps.db.transaction().execute(tx => check(tx, userId))
      await deps.startExport(userId, (tx, exportId) => record(tx, userId, null, { export: exportId }))
    }),
  }
}

type Check = StaffChange['check']

/** By default, only checks that the user exists. */
const openLogged =
  (deps: UserActionDeps) =>
  (staff: StaffRequest, name: string, reason: string, check?: Check): StaffChange => ({
    check: check ?? (async (tx, userId) => void (await requireRecord(deps, tx, userId))),
    record: (tx, userId, before, after) =>
      recordStaffAction(tx, staff, deps.now(), { name, resourceType: 'user', resourceId: userId, reason, before, after }),
  })

const openUnconfirmedCheck =
  (deps: UserActionDeps): Check =>
  async (tx, userId) => {
    const { user } = await requireRecord(deps, tx, userId)
    if (!user.email || user.email_confirmed_at) throw refusal(deps.say, 'confirmed')
  }

/** Checks for actions that lock the user out of the account. */
export const openLossCheck =
  (deps: Pick<UserActionDeps, 'now' | 'say'>, actorId: string): Check =>
  async (tx, targetId) => {
    await requireRecord(deps, tx, targetId)
    const refused = refuseAccountLoss({ actorId, targetId, activeAdmins: await lockActiveAdmins(tx, deps.now()) })
    if (refused) throw refusal(deps.say, refused)
  }

async function changeRole(deps: UserActionDeps, { params, body, ...staff }: Parameters<UserActionHandlers['changeRole']>[0]) {
  const { db, accounts, now, say } = deps
  await db.transaction().execute(async tx => {
    const activeAdmins = await lockActiveAdmins(tx, now())
    const { user } = await requireRecord(deps, tx, params.id)
    const roles = await listRoles(tx, user.id)
    const asked = { ...body, actorId: staff.userId, targetId: user.id, activeAdmins, roles, state: stateOf(user, now()) }
    const refused = refuseRoleChange(asked)
    if (refused) throw refusal(say, refused)
    if (body.change === 'grant') await grantRole(tx, user.id, body.role, now())
    else await revokeRole(tx, user.id, body.role)
    const after = await listRoles(tx, user.id)
    await openLogged(deps)(staff, body.change === 'grant' ? 'user.role_granted' : 'user.role_revoked', body.reason).record(
      tx,
      user.id,
      { roles },
      { roles: after },
    )
    await accounts.notifyOfRoles(tx, user.id, after)
  })
  accounts.afterCommit()
  return {}
}

export async function requireRecord({ say }: Pick<UserActionDeps, 'say'>, db: Db, userId: string) {
  const record = await readUser(db, userId)
  if (!record || record.user.deleted_at) throw new HttpError(404, 'user_unknown', say('refused.unknown'))
  return record
}

const refusal = (say: UserActionDeps['say'], reason: StaffRefusal | 'confirmed'): HttpError =>
  new HttpError(409, reason, say(`refused.${reason}`))

const explainTaken = (say: UserActionDeps['say']) => (error: unknown) => {
  throw error instanceof HttpError && error.code === 'email_exists' ? new HttpError(409, 'email_exists', say('refused.taken')) : error
}
