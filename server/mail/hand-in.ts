// Hands in a mail of our own making at an address of ours: from there on it is a mail like any other.
import type { Db } from '../db/pool.ts'
import { arrivedAtAddress } from './arrived.ts'
import type { OnMail } from './drain.ts'
import { ownerOfAddress } from './owners.ts'

export interface HandInParts {
  db: Db
  now(): Date
  onMail: OnMail
}

/** Resolves when it is committed. `paused` and `unknown` take no mail. */
export async function handIn({ db, now, onMail }: HandInParts, address: string, raw: Buffer): Promise<HandedIn | 'paused' | 'unknown'> {
  const owner = await ownerOfAddress(db, address)
  if (!owner) return 'unknown'
  if (owner.isPaused) return 'paused'
  const arrived = arrivedAtAddress(owner, address, raw, now())
  await onMail([arrived])
  return { mailboxId: owner.mailboxId, sourceKey: arrived.sourceKey }
}

export interface HandedIn {
  mailboxId: string
  sourceKey: string
}
