// Posts forged, altered, replayed, stale and future-dated webhooks of Stripe to the real server: `--count N --seed S`; the last line says how many were accepted.
import { parseArgs } from 'node:util'
import { seeded } from '../faults/chance.ts'
import { openPaymentTarget } from '../faults/payments/target.ts'
import { attack, triedAll } from '../faults/webhooks/attack.ts'
import { ownDatabase } from '../own-database.ts'

const { values } = parseArgs({ options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } })
const [count, seed] = [Number(values.count), Number(values.seed)]
const database = await ownDatabase()
const target = await openPaymentTarget(database.db)
const started = performance.now()
const progress = (text: string) => void process.stderr.write(`${text}, ${Math.round((performance.now() - started) / 1000)} s\n`)
const found = await attack(target, { count, chance: seeded(seed), progress })
await target.close()
await database.close()
for (const sentence of found.sentences) process.stderr.write(`${sentence}\n`)
process.stdout.write(
  `forged-payments seed=${seed} posted=${found.posted} forged=${found.forged} replayed=${found.replayed} kinds=${found.kinds} accepted=${found.accepted}\n`,
)
process.exit(found.accepted === 0 && triedAll(found, target) ? 0 : 1)
