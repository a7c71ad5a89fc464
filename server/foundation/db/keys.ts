// Two keys for each user, one for secrets and one for content, wrapped by the master key.
import { newKey, type SealKey, seal, unseal } from '../seal.ts'
import type { Db, Tx } from './pool.ts'

/** `secretsKeyOf` opens mailbox passwords and is called from mail/ alone; `contentKeyOf` opens kept mail. */
export interface PersonKeys {
  secretsKeyOf(db: Db, userId: string): Promise<SealKey>
  contentKeyOf(db: Db, userId: string): Promise<SealKey>
}

interface Pair {
  secrets: SealKey
  content: SealKey
}

const kept = 10_000

export function openPersonKeys(master: SealKey, now: () => Date): PersonKeys {
  const pairs = new Map<string, Pair>()
  const pairOf = async (db: Db, userId: string): Promise<Pair> => {
    const known = pairs.get(userId)
    if (known) return known
    const pair = (await readPair(db, master, userId)) ?? (await makePair(db, master, userId, now()))
    // A pair made in a transaction may yet be rolled back: only what was read from the table is remembered.
    if (!db.isTransaction) remember(pairs, userId, pair)
    return pair
  }
  return {
    secretsKeyOf: async (db, userId) => (await pairOf(db, userId)).secrets,
    contentKeyOf: async (db, userId) => (await pairOf(db, userId)).content,
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

/** Whether this master key opens what the database keeps; null while it keeps nothing. */
export async function isRightMaster(db: Db, master: SealKey): Promise<boolean | null> {
  const row = await db.selectFrom('user_keys').select('user_id').limit(1).executeTakeFirst()
  if (!row) return null
  return readPair(db, master, row.user_id).then(
    () => true,
    () => false,
  )
}

/** Of two transactions that do this for one person, the second waits for the end of the first. False: the person has left. */
export async function lockPerson(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.selectFrom('user_keys').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirst()) !== undefined
}

/** What they sealed can never be read again. */
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
  if (!pair) throw new Error('The keys of a person were not kept.')
  return pair
}

function remember(pairs: Map<string, Pair>, userId: string, pair: Pair): void {
  if (pairs.size >= kept) pairs.clear()
  pairs.set(userId, pair)
}
