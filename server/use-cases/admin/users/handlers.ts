// Answers the console's requests to read users: the list, its CSV, and one user.
import type * as api from '../../../../core/api/admin/users.ts'
import type { AdminUser, AdminUserFilters, AdminUserLine } from '../../../../core/api/admin/users.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { listRoles } from '../../../account/store.ts'
import { decodeCursor, encodeCursor, TimeCursor } from '../../../foundation/db/cursor.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { CsvCell, CsvFile } from '../../../foundation/http/csv.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { seesOnlyPayers } from '../subscriptions/deps.ts'
import { type DetailDeps, readAdminUser } from './detail.ts'
import { readUserLines } from './list.ts'
import type { UsersPage } from './rows.ts'

export interface UserReadDeps extends DetailDeps {
  say: Translate<'adminusers'>
}

export interface UserReadHandlers {
  list: UserHandler<typeof api.listAdminUsersApi>
  csv(request: AuthenticatedRequest<typeof api.adminUsersCsvApi>): Promise<CsvFile>
  get: UserHandler<typeof api.getAdminUserApi>
}

const csvPage = 1000
const maxCsvRows = 100_000

export function userReadHandlers(deps: UserReadDeps): UserReadHandlers {
  const { db, now, say } = deps
  return {
    list: async ({ userId, query: { cursor, limit, ...filters } }) => {
      const after = decodeCursor(cursor, TimeCursor)
      const sight = await readSight(db, userId)
      const lines = await readUserLines(db, { filters, after, limit: limit + 1, now: now(), ...sight })
      const items = lines.slice(0, limit).map(line => (sight.onlyPayers ? withoutPhone(line) : line))
      const last = items.at(-1)
      return { items, next: last && lines.length > limit ? encodeCursor([last.createdAt, last.id]) : null }
    },
    csv: async ({ userId, query }) => ({
      name: 'users',
      head: ['id', 'email', 'name', 'phone', 'state', 'roles', 'second_factor', 'plan', 'email_accounts', 'created', 'last_sign_in'],
      rows: csvRows(deps, query, await readSight(db, userId)),
    }),
    get: async ({ userId, params }) => {
      const user = await readAdminUser(deps, params.id)
      if (!user) throw new HttpError(404, 'user_unknown', say('refused.unknown'))
      if (!(await isBillingAlone(db, userId))) return user
      if (!user.subscription) throw new HttpError(403, 'payers_only', say('refused.payersOnly'))
      return forBilling(user)
    },
  }
}

/** Staff with only the billing role see paying users, and only what concerns payment. */
const isBillingAlone = (db: Db, staffId: string): Promise<boolean> => seesOnlyPayers({ rolesOf: userId => listRoles(db, userId) }, staffId)

type Sight = Required<Pick<UsersPage, 'onlyPayers' | 'onlyWholeNumbers'>>

/** What the roles of this member of staff keep from the list. */
async function readSight(db: Db, staffId: string): Promise<Sight> {
  const roles = await listRoles(db, staffId)
  return { onlyPayers: await isBillingAlone(db, staffId), onlyWholeNumbers: !roles.includes('admin') }
}

/** The account and its subscription. */
const forBilling = (user: AdminUser): AdminUser => ({
  ...user,
  ...{ phone: null, providers: [], language: null, mailboxes: [], phones: [], filters: [], deliveries: [] },
  ...{ sessions: [], factors: [], exports: [], log: [] },
})

const withoutPhone = (line: AdminUserLine): AdminUserLine => ({ ...line, phone: null })

async function* csvRows({ db, now }: UserReadDeps, filters: AdminUserFilters, sight: Sight): AsyncGenerator<CsvCell[]> {
  let after: readonly [string, string] | null = null
  for (let count = 0; count < maxCsvRows; count += csvPage) {
    const lines: AdminUserLine[] = await readUserLines(db, { filters, after, limit: csvPage, now: now(), ...sight })
    for (const line of lines) yield toCells(sight.onlyPayers ? withoutPhone(line) : line)
    const last = lines.at(-1)
    if (!last || lines.length < csvPage) return
    after = [last.createdAt, last.id]
  }
}

const toCells = (line: AdminUserLine): CsvCell[] => [
  ...[line.id, line.email, line.name, line.phone, line.state, line.roles.join(' '), line.hasFactor, line.plan, line.mailboxCount],
  ...[line.createdAt, line.lastSignInAt],
]
