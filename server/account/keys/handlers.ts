// Creates, lists and revokes a user's API keys; an API key itself may do none of this.

import type { FastifyRequest } from 'fastify'
import { keyEnd } from '../../../core/api/key-expiry.ts'
import type * as api from '../../../core/api/keys.ts'
import type { ApiKey } from '../../../core/api/keys.ts'
import type { LimitsOf } from '../../../core/plans/plans.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import type { Authenticated } from '../../foundation/http/authentication.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import { beyondPlan } from '../../foundation/http/plan-limit.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { readOrigin, recordActivity } from '../log.ts'
import { countKeys, listKeys, revokeKey, saveKey } from './store.ts'
import { hashToken, newToken, toPrefix } from './token.ts'

export interface ApiKeyDeps {
  db: Db
  now(): Date
  t: Translate<'keys'>
  limitsOf: LimitsOf
  /** Throws unless `code` is the one that was sent to the user, or without a code: unless they proved in the last minutes who they are. */
  requireProof(caller: Authenticated, code: string | null): Promise<void>
  /** Emails the user about the new key. */
  notify(tx: Tx, userId: string, key: ApiKey, from: { ip: string; userAgent: string | null }): Promise<void>
  /** Sends emails of committed transactions. */
  wake(): void
}

export interface KeyHandlers {
  list: UserHandler<typeof api.listKeysApi>
  add: UserHandler<typeof api.addKeyApi>
  revoke: UserHandler<typeof api.revokeKeyApi>
}

/** Valid keys per user. */
const maxKeys = 20

export function keyHandlers({ db, now, t, limitsOf, requireProof, notify, wake }: ApiKeyDeps): KeyHandlers {
  const tooMany = () => new HttpError(409, 'too_many_keys', t('refused.many', { count: maxKeys }))
  return {
    list: async ({ userId }) => ({ items: (await listKeys(db, userId)).map(toApiKey), next: null }),
    async add({ userId, sessionId, body: { name, scope, expiry, code }, request }) {
      const at = now()
      const end = keyEnd(expiry, at)
      if (!end) throw new HttpError(422, 'expiry_wrong', t('refused.expiry'))
      if (!(await limitsOf(userId)).apiKeys) throw beyondPlan({ limit: 'apiKeys' })
      // Checked before the code, which can be used only once.
      if ((await countKeys(db, userId, at)) >= maxKeys) throw tooMany()
      await requireProof({ userId, sessionId }, code)
      const secret = newToken()
      const prefix = toPrefix(secret)
      const row = { id: newId(at), name, prefix, scope, created_at: at, expires_at: end, last_used_at: null, revoked_at: null }
      const key = toApiKey(row)
      await db.transaction().execute(async tx => {
        if (!(await saveKey(tx, userId, { ...row, key_hash: hashToken(secret) }, maxKeys))) throw tooMany()
        await recordKeyEvent(tx, userId, 'api_key.created', key, request, at)
        await notify(tx, userId, key, readOrigin(request, at))
      })
      wake()
      return { key, secret }
    },
    async revoke({ userId, params, request }) {
      const at = now()
      await db.transaction().execute(async tx => {
        const revoked = await revokeKey(tx, userId, params.id, at)
        if (!revoked) throw new HttpError(404, 'key_unknown', t('refused.unknown'))
        await recordKeyEvent(tx, userId, 'api_key.revoked', toApiKey(revoked), request, at)
      })
      return {}
    },
  }
}

const recordKeyEvent = (tx: Tx, userId: string, name: string, key: ApiKey, request: FastifyRequest, at: Date): Promise<void> =>
  recordActivity(tx, {
    name,
    status: 'success',
    userId,
    email: null,
    ...readOrigin(request, at),
    details: { name: key.name, scope: key.scope, expires_at: key.expiresAt },
    resourceType: 'api_key',
    resourceId: key.id,
  })

const toApiKey = (key: Omit<Row<'api_keys'>, 'user_id' | 'key_hash'>): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scope: key.scope,
  createdAt: key.created_at.toISOString(),
  expiresAt: key.expires_at.toISOString(),
  lastUsedAt: key.last_used_at?.toISOString() ?? null,
  revokedAt: key.revoked_at?.toISOString() ?? null,
})
