// Attacks a server of its own with another person's ids: `--count N --seed S`; the line that it prints says how many requests leaked.
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } } })
process.env['ISOLATION_REQUESTS'] = values.count
process.env['ISOLATION_SEED'] = values.seed
const vitest = await startVitest('test', ['test/isolation.test.ts'], { watch: false, reporters: ['dot'] })
await vitest.close()
