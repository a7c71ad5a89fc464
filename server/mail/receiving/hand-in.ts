// Hands a message of our own making to an address of ours, where it is treated like any other.
import type { Db } from '../../foundation/db/pool.ts'
import { ownerOfAddress } from '../mailboxes/owners.ts'
import { arrivedAtAddress } from '../parsing/arrived.ts'
import type { OnMail } from './drain.ts'

export interface HandInDeps {
  db: Db
  now(): Date
  onMail: OnMail
}

/** Resolves when it is committed. `paused` and `unknown` take no mail. */
export async function handIn({ db, now, onMail }: HandInDeps, address: string, raw: Buffer): Promise<HandedIn | 'paused' | 'unknown'> {
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
