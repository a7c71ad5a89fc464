// Sends mails through the parser as the server does and keeps count of what became of them.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { MailView } from '../core/message/view.ts'
import type { Parser } from '../server/mail/parse.ts'

export interface Tally {
  files: number
  parsed: number
  headers: number
  crashes: number
  hangs: number
  slowestMs: number
  slowest: string
  /** How late the event loop was at most; a server that parses serves others with it. */
  lagMs: number
  /** What the whole process held at most. */
  worstMb: number
  /** Names, of those that took longest or crashed. */
  worst: string[]
}

const hangMs = 3000

/** Two at a time, each as the filters see it and as those that ask for its source do. */
export async function runMails(
  parser: Parser,
  mails: Iterable<{ name: string; build(): Buffer }>,
  onProgress?: (files: number) => void,
): Promise<Tally> {
  const tally: Tally = { files: 0, parsed: 0, headers: 0, crashes: 0, hangs: 0, slowestMs: 0, slowest: '', lagMs: 0, worstMb: 0, worst: [] }
  const delay = monitorEventLoopDelay({ resolution: 10 })
  for (const { name, build } of mails) {
    const raw = build()
    // What builds a mail is no part of what is measured.
    delay.enable()
    for (const withSource of [false, true]) await runOne(parser, tally, name, raw, withSource)
    delay.disable()
    tally.files += 1
    onProgress?.(tally.files)
  }
  tally.lagMs = Math.round(delay.max / 1e6)
  tally.worstMb = Math.round(process.resourceUsage().maxRSS / 1024)
  return tally
}

async function runOne(parser: Parser, tally: Tally, name: string, raw: Buffer, withSource: boolean): Promise<void> {
  const began = performance.now()
  const view = await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null, withSource }).catch(() => null)
  const tookMs = Math.round(performance.now() - began)
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
