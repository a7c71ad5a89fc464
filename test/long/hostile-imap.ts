// Corrupts IMAP responses at random and checks that no email is lost: `--cases N --seed S`; resumes from any seed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../server/foundation/db/embedded/supervisor.ts'
import { migrate } from '../../server/foundation/db/migrate.ts'
import { openDb, openPool } from '../../server/foundation/db/pool.ts'
import { fuzz } from '../hostile-fuzz.ts'

const { values } = parseArgs({ options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } })
const wanted = Number(values.cases)
const first = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'mailferry-fuzz-'))
chmodSync(folder, 0o755)
const database = await startEmbedded(folder, { info: () => undefined, warn: () => undefined }, { fsync: false })
const db = openDb(openPool(database.url, 10))
await migrate(db)

const all = { cases: 0, passedOver: 0, honestMissing: 0, lagMs: 0 }
let seed = first
for (; all.cases < wanted; seed++) {
  const ends: (() => Promise<void>)[] = []
  const one = await fuzz(db, { atTheEnd: work => ends.push(work), seed, mailboxes: 200, rounds: 20 })
  for (const end of ends) await end()
  await db.deleteFrom('mailboxes').execute()
  all.cases += one.cases
  all.passedOver += one.passedOver
  all.honestMissing += one.honestMissing
  all.lagMs = Math.max(all.lagMs, one.lagMs)
  process.stderr.write(`seed=${seed} cases=${one.cases} passed_over=${one.passedOver} of all: ${all.cases} of ${wanted}\n`)
}
await db.destroy()
await database.stop()
rmSync(folder, { recursive: true, force: true })
process.stdout.write(
  `hostile-imap seeds=${first}..${seed - 1} cases=${all.cases} crashes=0 passed_over=${all.passedOver} honest_missing=${all.honestMissing} lag_ms=${all.lagMs.toFixed(0)}\n`,
)
process.exit(all.passedOver + all.honestMissing === 0 && all.lagMs <= 250 ? 0 : 1)
