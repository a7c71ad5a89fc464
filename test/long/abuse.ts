// Lets one outsider use every open door at full speed while people work: `--minutes N --people N --quiet N --seed S`, or `--bug NAME`, which must be found.
import { parseArgs } from 'node:util'
import { abuseBugs } from '../abuse/bugs.ts'
import { runAbuse } from '../abuse/suite.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** How long people live in peace first. */
    quiet: { type: 'string', default: '3' },
    people: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    bug: { type: 'string' },
  },
})
const planted = abuseBugs.filter(({ name }) => name === values.bug)
if (values.bug !== undefined && planted.length === 0)
  throw new Error(`There is no bug "${values.bug}". Choose from:\n${abuseBugs.map(({ name }) => name).join('\n')}`)
const started = performance.now()
const progress = (text: string) => void process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s: ${text}\n`)
const [minutes, quietMinutes, people, seed] = [values.minutes, values.quiet, values.people, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
const found = await runAbuse({ minutes, quietMinutes, people, seed, bugs: planted.map(({ name }) => name), progress })
for (const sentence of found.sentences.slice(0, 40)) process.stderr.write(`${sentence}\n`)
for (const { act, count, quietMs, abusedMs, ratio } of found.people)
  process.stdout.write(
    `act="${act}" count=${count} quiet_p99_ms=${Math.round(quietMs)} abused_p99_ms=${Math.round(abusedMs)} ratio=${ratio.toFixed(2)}\n`,
  )
const isCaught = planted.length > 0 && planted.every(({ shows }) => found.sentences.some(sentence => shows.test(sentence)))
if (values.bug !== undefined) process.stdout.write(`bug="${values.bug}" caught=${isCaught ? 'yes' : 'no'}\n`)
const figures = `requests=${found.requests} smtp=${found.smtpCommands} failed=${found.failed} worst_p99_ratio=${found.worstRatio.toFixed(2)}`
process.stdout.write(`abuse seed=${seed} minutes=${minutes} people=${people} ${figures} memory_slope_mb_min=${found.slope.toFixed(2)}\n`)
process.exit(planted.length > 0 ? Number(!isCaught) : Number(found.sentences.length > 0))
