// A killable process that watches every mailbox of a database and stores what arrives.
import { systemClock } from '../server/foundation/clock.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import { type Db, openDb, openPool } from '../server/foundation/db/pool.ts'
import { openLog } from '../server/foundation/log.ts'
import { openOutside } from '../server/foundation/outside.ts'
import { newId, type SealKey } from '../server/foundation/seal.ts'
import { saveOnce } from '../server/mail/messages/store.ts'
import type { OnMail } from '../server/mail/receiving/drain.ts'
import { type LeaseDeps, watchMailboxes } from '../server/mail/receiving/leases.ts'
import { nothingSeen } from './hostile-imap.ts'

export function mailHostParts(db: Db, master: SealKey, hostId: string): LeaseDeps {
  const keys = openUserKeys(master, systemClock.now)
  const onMail: OnMail = async (batch, alongside) => {
    const messages = batch.map(arrived => ({ id: newId(systemClock.now()), arrived, view: nothingSeen }))
    const userId = batch[0]?.userId ?? ''
    await db.transaction().execute(async tx => {
      await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
      await alongside?.(tx)
    })
  }
  const door = { outside: openOutside({ allow: [], loopback: true }) }
  return {
    ...{ db, keys, door, onMail, hostId },
    clock: systemClock,
    log: openLog('silent'),
    batch: 50,
    maxBytes: 1_000_000,
    leaseMs: 8000,
  }
}

const url = process.env['MAIL_HOST_DATABASE']
if (url) {
  watchMailboxes(mailHostParts(openDb(openPool(url, 5)), Buffer.from(process.env['MAIL_HOST_MASTER'] ?? '', 'base64'), 'first'))
  process.stdout.write('ready\n')
}
