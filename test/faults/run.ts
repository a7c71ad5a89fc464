// npm run faults -- --kills N --seed S [--suite core]: kills the server and prints what an independent judge found.
import { parseArgs } from 'node:util'
import { verdictLine } from './checker.ts'
import { runCore } from './core.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, seed: { type: 'string', default: '1' }, suite: { type: 'string', default: 'core' } },
})
const [kills, seed] = [Number(values.kills), Number(values.seed)]
if (!Number.isInteger(kills) || kills < 0 || !Number.isInteger(seed))
  throw new Error('Use whole numbers: npm run faults -- --kills 200 --seed 1')
const suites = { core: runCore }
const run = values.suite in suites ? suites.core : null
if (!run) throw new Error(`There is no suite "${values.suite}". Choose one of: ${Object.keys(suites).join(', ')}`)

const started = performance.now()
const found = await run({
  kills,
  seed,
  progress: text => process.stderr.write(`${text}, ${Math.round((performance.now() - started) / 1000)} s\n`),
})
for (const sentence of found.sentences) process.stderr.write(`${sentence}\n`)
process.stdout.write(`${verdictLine(values.suite, seed, kills, found)}\n`)
process.exit(found.lost + found.duplicates > 0 ? 1 : 0)
