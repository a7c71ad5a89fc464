// Delivers a message that we made ourselves to one of our addresses, where it is received like any other.
import type { Db } from '../../foundation/db/pool.ts'
import { findAddressOwner } from '../mailboxes/owners.ts'
import { arrivedAtAddress } from '../parsing/arrived.ts'
import type { OnMail } from './drain.ts'

export interface InjectMessageDeps {
  db: Db
  now(): Date
  onMail: OnMail
}

/** Resolves when the message is committed. A `paused` or `unknown` address receives nothing. */
export async function injectMessage(
  { db, now, onMail }: InjectMessageDeps,
  address: string,
  raw: Buffer,
): Promise<InjectedMessage | 'paused' | 'unknown'> {
  const owner = await findAddressOwner(db, address)
  if (!owner) return 'unknown'
  if (owner.isPaused) return 'paused'
  const arrived = arrivedAtAddress(owner, address, raw, now())
  await onMail([arrived])
  return { mailboxId: owner.mailboxId, sourceKey: arrived.sourceKey }
}

export interface InjectedMessage {
  mailboxId: string
  sourceKey: string
}
