// npm run faults -- --suite answers|core|mail|reply|whatsapp --kills N --seed S: kills the server and prints what an independent judge found.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAnswers } from './answers/suite.ts'
import { type Findings, verdictLine } from './checker.ts'
import { runCore } from './core.ts'
import { faultKinds } from './mail/rounds.ts'
import { runMail } from './mail/suite.ts'
import { runReply } from './reply/suite.ts'
import { runWhatsApp } from './whatsapp/suite.ts'

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'core' },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** For the mail suite: these faults alone, separated by commas. */
    faults: { type: 'string' },
  },
})

interface Asked {
  kills: number
  seed: number
  progress: (text: string) => void
}

const suites: Record<string, { kills: number; run(asked: Asked): Promise<Findings & { report?: string[] }> }> = {
  answers: { kills: 60, run: asked => runAnswers({ ...asked, noteFile: noteFileOf(asked) }) },
  core: { kills: 20, run: runCore },
  mail: {
    kills: 1000,
    run: asked => runMail({ ...asked, kinds: kindsOf(values.faults), noteFile: noteFileOf(asked) }),
  },
  reply: { kills: 100, run: runReply },
  whatsapp: { kills: 60, run: asked => runWhatsApp({ ...asked, noteFile: noteFileOf(asked) }) },
}
const suite = suites[values.suite]
if (!suite) throw new Error(`There is no suite "${values.suite}". Choose one of: ${Object.keys(suites).join(', ')}`)
const [kills, seed] = [Number(values.kills ?? suite.kills), Number(values.seed)]
if (!Number.isInteger(kills) || kills < 0 || !Number.isInteger(seed))
  throw new Error('Use whole numbers: npm run faults -- --kills 200 --seed 1')

const started = performance.now()
const progress = (text: string) => void process.stderr.write(`${text}, ${Math.round((performance.now() - started) / 1000)} s\n`)
const found = await suite.run({ kills, seed, progress })
for (const sentence of found.sentences) process.stderr.write(`${sentence}\n`)
for (const line of found.report ?? []) process.stdout.write(`${line}\n`)
process.stdout.write(`${verdictLine(values.suite, seed, kills, found)}\n`)
process.exit(found.lost + found.duplicates + found.sentences.length > 0 ? 1 : 0)

function kindsOf(text: string | undefined) {
  if (text === undefined) return faultKinds
  const wanted = text.split(',')
  const foreign = wanted.find(name => !faultKinds.some(kind => kind === name))
  if (foreign) throw new Error(`There is no fault "${foreign}". Choose from: ${faultKinds.join(', ')}`)
  return faultKinds.filter(kind => wanted.includes(kind))
}

function noteFileOf(asked: Asked): string {
  return join(tmpdir(), `mailferry-faults-${[values.suite, asked.seed, asked.kills, values.faults].filter(Boolean).join('-')}.json`)
}
