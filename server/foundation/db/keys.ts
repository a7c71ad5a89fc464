// Two keys per user, one for secrets and one for content, wrapped by the master key.
import { newKey, type SealKey, seal, unseal } from '../seal.ts'
import type { Db, Tx } from './pool.ts'

/** `secretsKeyOf` opens mailbox passwords and is called only from mail/; `contentKeyOf` opens stored email. */
export interface UserKeys {
  secretsKeyOf(db: Db, userId: string): Promise<SealKey>
  contentKeyOf(db: Db, userId: string): Promise<SealKey>
}

interface Pair {
  secrets: SealKey
  content: SealKey
}

const maxCached = 10_000

export function openUserKeys(master: SealKey, now: () => Date): UserKeys {
  const pairs = new Map<string, Pair>()
  const loadPair = async (db: Db, userId: string): Promise<Pair> => {
    const cached = pairs.get(userId)
    if (cached) return cached
    const pair = (await readPair(db, master, userId)) ?? (await makePair(db, master, userId, now()))
    // A pair created in a transaction may be rolled back, so that it is not cached.
    if (!db.isTransaction) remember(pairs, userId, pair)
    return pair
  }
  return {
    secretsKeyOf: async (db, userId) => (await loadPair(db, userId)).secrets,
    contentKeyOf: async (db, userId) => (await loadPair(db, userId)).content,
  }
}

async function readPair(db: Db, master: SealKey, userId: string): Promise<Pair | undefined> {
  const row = await db.selectFrom('user_keys').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (!row) return undefined
  return {
    secrets: unseal(master, row.secrets_key, { userId, row: userId, column: 'secrets_key' }),
    content: unseal(master, row.content_key, { userId, row: userId, column: 'content_key' }),
  }
}

/** Whether this master key opens the stored keys; null while there are none. */
export async function isRightMaster(db: Db, master: SealKey): Promise<boolean | null> {
  const row = await db.selectFrom('user_keys').select('user_id').limit(1).executeTakeFirst()
  if (!row) return null
  return readPair(db, master, row.user_id).then(
    () => true,
    () => false,
  )
}

/** Locks the user until the transaction ends. False when the user has been deleted. */
export async function lockUser(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.selectFrom('user_keys').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()) !== undefined
}

/** Makes everything that they sealed unreadable forever. */
export async function dropKeys(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('user_keys').where('user_id', '=', userId).execute()
}

async function makePair(db: Db, master: SealKey, userId: string, now: Date): Promise<Pair> {
  const wrap = (column: string) => seal(master, newKey(), { userId, row: userId, column })
  await db
    .insertInto('user_keys')
    .values({ user_id: userId, secrets_key: wrap('secrets_key'), content_key: wrap('content_key'), created_at: now })
    .onConflict(c => c.doNothing())
    .execute()
  const pair = await readPair(db, master, userId)
  if (!pair) throw new Error('The keys of a user were not stored.')
  return pair
}

function remember(pairs: Map<string, Pair>, userId: string, pair: Pair): void {
  if (pairs.size >= maxCached) pairs.clear()
  pairs.set(userId, pair)
}
