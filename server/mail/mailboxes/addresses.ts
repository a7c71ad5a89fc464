// Creates Mailferry addresses for users.
import type { Db } from '../../foundation/db/pool.ts'
import { newId, randomCode } from '../../foundation/seal.ts'
import { addAddressMailbox, type MailboxRow } from './store.ts'

/** `u-<random>@<domain>`: 20 characters out of 31 are 99 bits, so nobody can guess one. */
export const newAddress = (domain: string): string => `u-${randomCode(20, 'abcdefghjkmnpqrstuvwxyz23456789')}@${domain}`

/** Gives the user a mailbox with one of our addresses. */
export const giveAddress = (db: Db, userId: string, domain: string, now: Date): Promise<MailboxRow> =>
  addAddressMailbox(db, userId, newId(now), newAddress(domain), now)
