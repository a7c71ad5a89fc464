// The addresses of our own that mail can be sent to.
import type { Db } from '../../foundation/db/pool.ts'
import { newId, randomCode } from '../../foundation/seal.ts'
import { addAddressMailbox, type KeptMailbox } from './store.ts'

/** `u-<random>@<domain>`: 20 letters of 31 are 99 bits, so that nobody finds one by trying. */
export const newAddress = (domain: string): string => `u-${randomCode(20, 'abcdefghjkmnpqrstuvwxyz23456789')}@${domain}`

/** Gives the person a mailbox that is an address of ours. */
export const giveAddress = (db: Db, userId: string, domain: string, now: Date): Promise<KeptMailbox> =>
  addAddressMailbox(db, userId, newId(now), newAddress(domain), now)
