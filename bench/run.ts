// Runs one benchmark on this machine (npm run bench -- NAME) and prints its result as the last line.
import { benchAdmin } from './admin.ts'
import { benchAuth } from './auth.ts'
import { benchFilters } from './filters.ts'
import { benchGrowth } from './growth.ts'
import { benchHeavy } from './heavy.ts'
import { benchIdle } from './idle.ts'
import { benchLanes } from './lanes.ts'
import { benchLatency } from './latency.ts'
import { benchPages } from './pages.ts'
import { benchParse } from './parse.ts'
import { benchRealtime } from './realtime.ts'
import { benchRender } from './render.ts'
import { benchTrial } from './trial.ts'

const benches: Record<string, () => Promise<string>> = {
  admin: benchAdmin,
  auth: benchAuth,
  filters: benchFilters,
  growth: benchGrowth,
  heavy: benchHeavy,
  idle: benchIdle,
  lanes: benchLanes,
  latency: benchLatency,
  pages: benchPages,
  parse: benchParse,
  realtime: benchRealtime,
  render: benchRender,
  trial: benchTrial,
}
const name = process.argv[2] ?? ''
const bench = benches[name]
if (!bench) {
  process.stderr.write(`Choose what to measure: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exit(2)
}
process.stdout.write(`${await bench()}\n`)
process.exit(process.exitCode ?? 0)
