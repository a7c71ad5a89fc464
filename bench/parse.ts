// Runs the server's parser over every email in the corpora, and over email built to crash it, stall it or exhaust its memory.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/foundation/config.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import { corpus, readMail } from '../test/corpora.ts'
import { poisons } from '../test/poison.ts'
import { parseAll, type Tally } from '../test/poison-run.ts'

const folders = ['eml', 'modern/dev']

/**
 * `headers`: only the headers were parsed, with a notice. `hangs`: took over three seconds. `busiest_ms`: the most processor time that
 * one email took. `stretch_ms`: the longest time that the server's main thread worked without a pause. `worst_mb`: the peak memory of
 * the process with its threads.
 */
export async function benchParse(): Promise<string> {
  const { parseTimeoutMs, parseWorkers } = readConfig({}).mail
  const parser = openParser({ workers: parseWorkers, timeoutMs: parseTimeoutMs })
  try {
    const files = folders.flatMap(folder => [...emailsIn(folder)])
    const ordinary = await parseAll(parser, files, files => files % 200 === 0 && report(`${files} emails of the corpora`))
    report(formatTally('corpora', ordinary))
    const hostile = await parseAll(parser, poisons(1), files => files % 20 === 0 && report(`${files} hostile emails`))
    report(formatTally('poison', hostile))
    return formatTally('parse', combine(ordinary, hostile))
  } finally {
    await parser.stop()
  }
}

function* emailsIn(folder: string): Generator<{ name: string; build(): Buffer }> {
  const path = corpus(folder)
  if (!path) report(`../shared/corpora/${folder} is not here; its emails are left out.`)
  for (const entry of path ? readdirSync(path, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile() || /\.(md|json|list)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    yield { name: file, build: () => readMail(file) }
  }
}

function formatTally(name: string, tally: Tally): string {
  const { files, parsed, headers, crashes, hangs, slowestMs, slowest, busiestMs, stretchMs, worstMb, worst } = tally
  const problems = worst.map(one => `\n  ${one}`).join('')
  return `${problems && `${problems}\n`}${name} files=${files} parsed=${parsed} headers=${headers} crashes=${crashes} hangs=${hangs} slowest_ms=${slowestMs} (${slowest}) busiest_ms=${busiestMs} stretch_ms=${stretchMs} worst_mb=${worstMb}`
}

const combine = (a: Tally, b: Tally): Tally => ({
  ...(a.slowestMs > b.slowestMs ? a : b),
  files: a.files + b.files,
  parsed: a.parsed + b.parsed,
  headers: a.headers + b.headers,
  crashes: a.crashes + b.crashes,
  hangs: a.hangs + b.hangs,
  busiestMs: Math.max(a.busiestMs, b.busiestMs),
  stretchMs: Math.max(a.stretchMs, b.stretchMs),
  worstMb: Math.max(a.worstMb, b.worstMb),
  worst: [],
})

function report(line: string): void {
  process.stderr.write(`${line}\n`)
}
