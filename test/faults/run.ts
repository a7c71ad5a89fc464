// Runs one fault suite (npm run faults -- --suite NAME --kills N --seed S): kills the server and prints what an independent judge finds.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runAnswers } from './answers/suite.ts'
import { runBilling } from './billing/suite.ts'
import { type Findings, resultLine } from './checker.ts'
import { runCore } from './core.ts'
import { faultKinds } from './mail/rounds.ts'
import { runMail } from './mail/suite.ts'
import { runPlanted } from './outages/planted.ts'
import { runOutages } from './outages/suite.ts'
import { runReply } from './reply/suite.ts'
import { runWhatsApp } from './whatsapp/suite.ts'

const { values } = parseArgs({
  options: {
    suite: { type: 'string', default: 'core' },
    kills: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** For the suites mail and outages: these faults alone, separated by commas; for outages, a+b is a pair. */
    faults: { type: 'string' },
    /** For the suite outages: mails a second, mailboxes that come back at once, how long faults last (0.5: half as long), planted bugs (all, or names separated by |). */
    rate: { type: 'string', default: '5' },
    mailboxes: { type: 'string', default: '20' },
    scale: { type: 'string', default: '1' },
    bug: { type: 'string' },
  },
})

interface RunOptions {
  kills: number
  seed: number
  progress: (text: string) => void
}

const suites: Record<string, { kills: number; run(options: RunOptions): Promise<Findings & { report?: string[] }> }> = {
  answers: { kills: 60, run: options => runAnswers({ ...options, noteFile: noteFileOf(options) }) },
  billing: { kills: 100, run: runBilling },
  core: { kills: 20, run: runCore },
  mail: {
    kills: 1000,
    run: options => runMail({ ...options, kinds: kindsOf(values.faults), noteFile: noteFileOf(options) }),
  },
  outages: { kills: 18, run: options => runOutageSuite({ ...options, ...outageOptions() }) },
  reply: { kills: 100, run: runReply },
  whatsapp: { kills: 60, run: options => runWhatsApp({ ...options, noteFile: noteFileOf(options) }) },
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
process.stdout.write(`${resultLine(values.suite, seed, kills, found)}\n`)
process.exit(found.lost + found.duplicates + found.sentences.length > 0 ? 1 : 0)

function kindsOf(text: string | undefined) {
  if (text === undefined) return faultKinds
  const wanted = text.split(',')
  const foreign = wanted.find(name => !faultKinds.some(kind => kind === name))
  if (foreign) throw new Error(`There is no fault "${foreign}". Choose from: ${faultKinds.join(', ')}`)
  return faultKinds.filter(kind => wanted.includes(kind))
}

function outageOptions() {
  const { faults, rate, mailboxes, scale } = values
  return { faults: faults?.split(',') ?? null, perSecond: Number(rate), mailboxes: Number(mailboxes), scale: Number(scale) }
}

function runOutageSuite(options: Parameters<typeof runOutages>[0]) {
  if (values.bug === undefined) return runOutages(options)
  return runPlanted(options, values.bug === 'all' ? null : values.bug.split('|'))
}

function noteFileOf(options: RunOptions): string {
  return join(tmpdir(), `mailferry-faults-${[values.suite, options.seed, options.kills, values.faults].filter(Boolean).join('-')}.json`)
}
