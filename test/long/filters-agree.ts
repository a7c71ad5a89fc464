// Compares filters with the reference implementation on random input: `npm run agree -- --runs 1000000 --seed 1`.
import { parseArgs } from 'node:util'
import { lookForDifferences } from '../../core/filters/reference/differences.fixture.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } })
const runs = Number(values.runs)
const seed = Number(values.seed)
const chunk = 1000

/** Each thousand has a seed of its own, so that a run that was ended goes on with `--seed` from the last line. */
function run(): number {
  const startedAt = Date.now()
  for (let done = 0; done < runs; done += chunk) {
    const current = seed + done / chunk
    try {
      lookForDifferences(Math.min(chunk, runs - done), current)
    } catch (error) {
      console.error(String(error))
      console.log(`suite=filters-agree seed=${current} runs=${done} differences=1`)
      return 1
    }
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    if ((done / chunk) % 10 === 9) console.log(`${done + chunk} of ${runs} agree after ${seconds} s, next --seed ${current + 1}`)
  }
  console.log(`suite=filters-agree seed=${seed} runs=${runs} differences=0`)
  return 0
}

process.exitCode = run()
