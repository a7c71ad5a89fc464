// Every mail of the corpora, and mail that is built to crash, stall or fill whoever parses it, through the parser as the server runs it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../server/foundation/config.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import { corpus, readMail } from '../test/corpora.ts'
import { poisons } from '../test/poison.ts'
import { runMails, type Tally } from '../test/poison-run.ts'

const folders = ['eml', 'modern/dev']

/**
 * `headers`: known by their headers alone, with a notice. `hangs`: over three seconds by the clock. `busiest_ms`: what one mail took of
 * the processor, at most. `stretch_ms`: how long the server's own thread worked without a pause, at most. `worst_mb`: what the process
 * held at most, its threads included.
 */
export async function benchParse(): Promise<string> {
  const { parseTimeoutMs, parseWorkers } = readConfig({}).mail
  const parser = openParser({ workers: parseWorkers, timeoutMs: parseTimeoutMs })
  try {
    const files = folders.flatMap(folder => [...mailsIn(folder)])
    const honest = await runMails(parser, files, files => files % 200 === 0 && say(`${files} mails of the corpora`))
    say(lineOf('corpora', honest))
    const hostile = await runMails(parser, poisons(1), files => files % 20 === 0 && say(`${files} hostile mails`))
    say(lineOf('poison', hostile))
    return lineOf('parse', together(honest, hostile))
  } finally {
    await parser.stop()
  }
}

function* mailsIn(folder: string): Generator<{ name: string; build(): Buffer }> {
  const path = corpus(folder)
  if (!path) say(`../shared/corpora/${folder} is not here; its mails are left out.`)
  for (const entry of path ? readdirSync(path, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile() || /\.(md|json|list)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    yield { name: file, build: () => readMail(file) }
  }
}

function lineOf(name: string, tally: Tally): string {
  const { files, parsed, headers, crashes, hangs, slowestMs, slowest, busiestMs, stretchMs, worstMb, worst } = tally
  const bad = worst.map(one => `\n  ${one}`).join('')
  return `${bad && `${bad}\n`}${name} files=${files} parsed=${parsed} headers=${headers} crashes=${crashes} hangs=${hangs} slowest_ms=${slowestMs} (${slowest}) busiest_ms=${busiestMs} stretch_ms=${stretchMs} worst_mb=${worstMb}`
}

const together = (a: Tally, b: Tally): Tally => ({
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

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
