// Sends the due replies in a killable process: the real worker, with a clock set ahead.
import { movableClock } from '../../../server/foundation/clock.ts'
import { openUserKeys } from '../../../server/foundation/db/keys.ts'
import { openDb, openPool } from '../../../server/foundation/db/pool.ts'
import { openLog } from '../../../server/foundation/log.ts'
import { openOutside } from '../../../server/foundation/outside.ts'
import { openOutgoing } from '../../../server/mail/outgoing/work.ts'

const setting = (name: string): string => process.env[name] ?? ''
const db = openDb(openPool(setting('DATABASE_URL'), 4))
const clock = movableClock()
clock.moveTo(Number(setting('AHEAD_MS')))
// A host that forgets that an answer has begun to leave sends it again: what the judge has to see.
if (setting('BUG') === 'forgets') await db.updateTable('replies').set({ dispatched_at: null }).where('state', '=', 'sending').execute()
process.stdout.write('ready\n')
openOutgoing({
  ...{ db, clock, dns: null, relay: null, tokens: null, log: openLog('warn') },
  keys: openUserKeys(Buffer.from(setting('MASTER_KEY'), 'hex'), clock.now),
  outside: openOutside({ allow: [], loopback: true }),
  keepLetter: async () => undefined,
}).wake()
