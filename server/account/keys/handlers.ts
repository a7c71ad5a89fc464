// Creates, lists and revokes a user's API keys; an API key itself may do none of this.

import type { FastifyRequest } from 'fastify'
import { keyEnd } from '../../../core/api/key-expiry.ts'
import type * as api from '../../../core/api/keys.ts'
import type { ApiKey } from '../../../core/api/keys.ts'
import type { Translate } from '../../../core/words/words.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'
import { originOf, record } from '../log.ts'
import { countKeys, listKeys, revokeKey, saveKey } from './store.ts'
import { hashOf, newToken, prefixOf } from './token.ts'

export interface ApiKeyDeps {
  db: Db
  now(): Date
  say: Translate<'keys'>
  /** True when `code` is the one that was sent to prove who they are. */
  isThemselves(userId: string, code: string | null): Promise<boolean>
  /** Writes to the person that there is a new key. */
  notify(tx: Tx, userId: string, key: ApiKey, from: { ip: string; userAgent: string | null }): Promise<void>
  /** What was written in a transaction may leave. */
  wake(): void
}

export interface KeyHandlers {
  list: PersonHandler<typeof api.listKeysApi>
  add: PersonHandler<typeof api.addKeyApi>
  revoke: PersonHandler<typeof api.revokeKeyApi>
}

/** That work at the same time. */
const mostKeys = 20

export function keyHandlers({ db, now, say, isThemselves, notify: tell, wake }: ApiKeyDeps): KeyHandlers {
  const tooMany = () => new HttpError(409, 'too_many_keys', say('refused.many', { count: mostKeys }))
  return {
    list: async ({ userId }) => ({ items: (await listKeys(db, userId)).map(lineOf), next: null }),
    async add({ userId, body: { name, scope, expiry, code }, request }) {
      const at = now()
      const end = keyEnd(expiry, at)
      if (!end) throw new HttpError(422, 'expiry_wrong', say('refused.expiry'))
      // Before the code, which is good for one key.
      if ((await countKeys(db, userId, at)) >= mostKeys) throw tooMany()
      if (!(await isThemselves(userId, code))) throw new HttpError(403, 'code_wrong', say('refused.code'))
      const secret = newToken()
      const prefix = prefixOf(secret)
      const made = { id: newId(at), name, prefix, scope, created_at: at, expires_at: end, last_used_at: null, revoked_at: null }
      const key = lineOf(made)
      await db.transaction().execute(async tx => {
        if (!(await saveKey(tx, userId, { ...made, key_hash: hashOf(secret) }, mostKeys))) throw tooMany()
        await note(tx, userId, 'api_key.created', key, request, at)
        await tell(tx, userId, key, originOf(request, at))
      })
      wake()
      return { key, secret }
    },
    async revoke({ userId, params, request }) {
      const at = now()
      await db.transaction().execute(async tx => {
        const gone = await revokeKey(tx, userId, params.id, at)
        if (!gone) throw new HttpError(404, 'key_unknown', say('refused.unknown'))
        await note(tx, userId, 'api_key.revoked', lineOf(gone), request, at)
      })
      return {}
    },
  }
}

const note = (tx: Tx, userId: string, name: string, key: ApiKey, request: FastifyRequest, at: Date): Promise<void> =>
  record(tx, {
    name,
    status: 'success',
    userId,
    email: null,
    ...originOf(request, at),
    details: { name: key.name, scope: key.scope, expires_at: key.expiresAt },
    resourceType: 'api_key',
    resourceId: key.id,
  })

const lineOf = (key: Omit<Row<'api_keys'>, 'user_id' | 'key_hash'>): ApiKey => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scope: key.scope,
  createdAt: key.created_at.toISOString(),
  expiresAt: key.expires_at.toISOString(),
  lastUsedAt: key.last_used_at?.toISOString() ?? null,
  revokedAt: key.revoked_at?.toISOString() ?? null,
})
