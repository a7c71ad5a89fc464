// Runs `npm run admin -- service-key …`: creates, lists and revokes the keys that may administer users.
import { z } from 'zod/mini'
import { listServiceKeys, revokeServiceKey } from '../../auth/administration/owners.ts'
import { createServiceKey } from '../../auth/administration/service-keys.ts'
import type { TokenKeys } from '../../auth/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Row } from '../../foundation/db/tables.ts'

export interface ServiceKeyDeps {
  db: Db
  now: Date
  keys(): Promise<TokenKeys>
}

const usage =
  'Say what to do: npm run admin -- service-key [DAYS], npm run admin -- service-key list, or npm run admin -- service-key revoke ID'

const defaultDays = 90
const maxDays = 3650

/** Throws an Error with a sentence that says what to do instead. */
export async function runServiceKeyCommand(deps: ServiceKeyDeps, [verb = String(defaultDays), id]: string[]): Promise<string> {
  if (verb === 'list') return formatList(await listServiceKeys(deps.db), deps.now)
  if (verb === 'revoke') return revoke(deps, id)
  const days = /^\d{1,4}$/.test(verb) ? Number(verb) : 0
  if (days < 1 || days > maxDays) throw new Error(`${usage}. A key lasts 1 to ${maxDays} days.`)
  const key = await createServiceKey(deps.db, await deps.keys(), days, deps.now)
  return [
    key.token,
    '',
    `Whoever has this key may read, change and delete every person. It is shown this once; keep it as you keep a password.`,
    `It works until ${formatDay(key.expiresAt)}. To take it back: npm run admin -- service-key revoke ${key.id}`,
  ].join('\n')
}

async function revoke({ db, now }: ServiceKeyDeps, id: string | undefined): Promise<string> {
  if (!z.uuid().safeParse(id).success || !id)
    throw new Error('Say which: npm run admin -- service-key revoke ID, with an ID of service-key list')
  if (!(await revokeServiceKey(db, id, now))) throw new Error(`There is no key ${id} that works. See npm run admin -- service-key list`)
  return `The key ${id} no longer works.`
}

function formatList(keys: Row<'service_keys'>[], now: Date): string {
  if (keys.length === 0) return 'There is no key. Make one: npm run admin -- service-key'
  return keys.map(key => [key.id, `made ${formatDay(key.created_at)}`, formatState(key, now)].join(' · ')).join('\n')
}

function formatState({ revoked_at, expires_at }: Row<'service_keys'>, now: Date): string {
  if (revoked_at) return `revoked ${formatDay(revoked_at)}`
  return `${expires_at > now ? 'works until' : 'expired'} ${formatDay(expires_at)}`
}

const formatDay = (at: Date): string => at.toISOString().slice(0, 10)
