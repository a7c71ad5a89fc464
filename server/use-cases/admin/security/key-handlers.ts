// Lists all API keys for staff, and revokes one.
import type * as api from '../../../../core/api/admin/security.ts'
import type { Translate } from '../../../../core/words/words.ts'
import { revokeKey } from '../../../account/keys/store.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { CsvFile } from '../../../foundation/http/csv.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { readAllKeys } from './all-keys.ts'
import { everyRow, filePage } from './rows.ts'

export interface AnyKeyDeps {
  db: Db
  now(): Date
  say: Translate<'adminsecurity'>
}

export interface AnyKeyHandlers {
  list: UserHandler<typeof api.listAllKeysApi>
  file(request: AuthenticatedRequest<typeof api.exportAllKeysApi>): Promise<CsvFile>
  revoke: UserHandler<typeof api.revokeAnyKeyApi>
}

export const anyKeyHandlers = (deps: AnyKeyDeps): AnyKeyHandlers => ({
  list: ({ query }) => readAllKeys(deps.db, query, deps.now()),
  file: async ({ query }) => ({
    name: 'api-keys',
    head: ['owner', 'email', 'prefix', 'scope', 'created at', 'last used at', 'expires at', 'revoked at'],
    rows: keyRows(deps, query),
  }),
  async revoke(request) {
    const { db, now, say } = deps
    const { userId, reason } = request.body
    const at = now()
    await db.transaction().execute(async tx => {
      const key = await revokeKey(tx, userId, request.params.id, at)
      if (!key) throw new HttpError(404, 'key_unknown', say('keys.refused.unknown'))
      const change = { before: { owner: userId, revoked_at: null }, after: { owner: userId, revoked_at: at.toISOString() } }
      await recordStaffAction(tx, request, at, { name: 'api_key.revoked', resourceType: 'api_key', resourceId: key.id, reason, ...change })
    })
    return {}
  },
})

async function* keyRows({ db, now }: AnyKeyDeps, query: AuthenticatedRequest<typeof api.exportAllKeysApi>['query']) {
  for await (const key of everyRow(cursor => readAllKeys(db, { ...query, cursor, limit: filePage }, now())))
    yield [key.owner.id, key.owner.email, key.prefix, key.scope, key.createdAt, key.lastUsedAt, key.expiresAt, key.revokedAt]
}
