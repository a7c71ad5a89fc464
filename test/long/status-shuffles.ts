// Applies the same webhooks to deliveries in PostgreSQL in many random orders, which must all end in one state: `--count N --seed S`.
import { parseArgs } from 'node:util'
import { runShuffles } from '../faults/shuffles/shuffle.ts'
import { ownDatabase } from '../own-database.ts'

const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } } })
const [count, seed] = [Number(values.count), Number(values.seed)]
const database = await ownDatabase()
const started = performance.now()
const progress = (text: string) => void process.stderr.write(`${text}, ${Math.round((performance.now() - started) / 1000)} s\n`)
const found = await runShuffles(database.db, { count, seed, progress })
await database.close()
for (const sentence of found.sentences.slice(0, 50)) process.stderr.write(`${sentence}\n`)
process.stdout.write(
  `status-shuffles seed=${seed} shuffles=${found.shuffles} scenarios=${found.scenarios} reports=${found.reports} differ=${found.sentences.length}\n`,
)
process.exit(found.sentences.length === 0 ? 0 : 1)
