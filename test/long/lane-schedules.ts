// Runs random schedules of faults, crashes and taps through the real queue on a simulated clock: `--count N --seed S`.
import { parseArgs } from 'node:util'
import { anything, runPlay } from '../faults/lanes/schedule.ts'
import { ownDatabase } from '../own-database.ts'

const { values } = parseArgs({ options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } })
const [count, first] = [Number(values.count), Number(values.seed)]
const database = await ownDatabase()
const sum = { mails: 0, lost: 0, duplicates: 0, unknown: 0, templates: 0, wrong: 0 }
for (let seed = first; seed < first + count; seed++) {
  const found = await runPlay(database.db, seed, anything)
  for (const sentence of found.sentences) process.stderr.write(`seed ${seed}: ${sentence}\n`)
  sum.mails += found.mails
  sum.lost += found.lost
  sum.duplicates += found.duplicates
  sum.unknown += found.unknown
  sum.templates += found.templates
  sum.wrong += found.sentences.length
  if ((seed - first + 1) % 20 === 0) process.stderr.write(`${seed - first + 1} of ${count} schedules, ${sum.wrong} sentences\n`)
}
await database.close()
process.stdout.write(
  `lane-schedules seeds=${first}..${first + count - 1} mails=${sum.mails} templates=${sum.templates} lost=${sum.lost} duplicates=${sum.duplicates} unknown=${sum.unknown} wrong=${sum.wrong}\n`,
)
process.exit(sum.wrong === 0 ? 0 : 1)
