// Runs emails through the server's parser and counts the results.
import { MailView } from '../core/message/view.ts'
import type { Parser } from '../server/mail/parsing/parse.ts'

export interface Tally {
  files: number
  parsed: number
  headers: number
  crashes: number
  hangs: number
  slowestMs: number
  slowest: string
  /** The most processor time that one email took, over all threads; independent of other load on the machine. */
  busiestMs: number
  /** The longest time that the server's main thread worked without a pause, during which everybody else waits. */
  stretchMs: number
  /** The peak memory of the process. */
  worstMb: number
  /** The names of emails that took longest or crashed. */
  worst: string[]
}

const hangMs = 3000

/** Parses two at a time, each with and without its source. */
export async function parseAll(
  parser: Parser,
  mails: Iterable<{ name: string; build(): Buffer }>,
  onProgress?: (files: number) => void,
): Promise<Tally> {
  const tally: Tally = {
    files: 0,
    parsed: 0,
    headers: 0,
    crashes: 0,
    hangs: 0,
    slowestMs: 0,
    slowest: '',
    busiestMs: 0,
    stretchMs: 0,
    worstMb: 0,
    worst: [],
  }
  const watch = watchThread()
  for (const { name, build } of mails) {
    const raw = build()
    // Building the email is not measured.
    watch.begin()
    for (const withSource of [false, true]) await runOne(parser, tally, name, raw, withSource)
    tally.stretchMs = Math.max(tally.stretchMs, watch.longestMs())
    tally.files += 1
    onProgress?.(tally.files)
  }
  watch.stop()
  tally.worstMb = Math.round(process.resourceUsage().maxRSS / 1024)
  return tally
}

async function runOne(parser: Parser, tally: Tally, name: string, raw: Buffer, withSource: boolean): Promise<void> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const view = await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null, withSource }).catch(() => null)
  const tookMs = Math.round(performance.now() - began)
  const { user, system } = process.cpuUsage(used)
  tally.busiestMs = Math.max(tally.busiestMs, Math.round((user + system) / 1000))
  if (!MailView.safeParse(view).success) {
    tally.crashes += 1
    tally.worst.push(`${name}: no view`)
  } else if (!withSource) tally[view?.unparsed === null ? 'parsed' : 'headers'] += 1
  if (tookMs > hangMs) {
    tally.hangs += 1
    tally.worst.push(`${name}: ${tookMs} ms`)
  }
  if (tookMs > tally.slowestMs) Object.assign(tally, { slowestMs: tookMs, slowest: name })
}

/** Uses processor time, so that other load on the machine does not count. */
function watchThread() {
  let last = workedMs()
  let longest = 0
  const look = () => {
    const now = workedMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return {
    begin: () => {
      last = workedMs()
    },
    longestMs: () => {
      look()
      return Math.round(longest)
    },
    stop: () => clearInterval(timer),
  }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
