// The process under measurement: watches every mailbox in a database, as the server does, and does nothing else.
import { readFileSync } from 'node:fs'
import { systemClock } from '../../server/foundation/clock.ts'
import { openUserKeys } from '../../server/foundation/db/keys.ts'
import { openDb, openPool } from '../../server/foundation/db/pool.ts'
import { openLog } from '../../server/foundation/log.ts'
import { openOutside } from '../../server/foundation/outside.ts'
import { watchMailboxes } from '../../server/mail/receiving/leases.ts'
import { prepareForMeasurement } from '../measured.ts'

const setting = (name: string): string => process.env[name] ?? ''

const db = openDb(openPool(setting('DATABASE_URL'), 10))
const ca = setting('CA_FILE')
watchMailboxes({
  db,
  keys: openUserKeys(Buffer.from(setting('MASTER'), 'base64'), systemClock.now),
  door: { outside: openOutside({ allow: [], loopback: true }), ...(ca && { ca: readFileSync(ca, 'utf8') }) },
  clock: systemClock,
  log: openLog('warn'),
  onMail: async (_, alongside) => db.transaction().execute(async tx => alongside?.(tx)),
  hostId: 'idle',
  batch: 50,
  maxBytes: 26_214_400,
  leaseMs: 8000,
  // All mailboxes are at one provider here, so its rate limits must not distort the measurement.
  findBudget: () => ({ startsPerSecond: 1000, perAccount: 5 }),
})
prepareForMeasurement()
