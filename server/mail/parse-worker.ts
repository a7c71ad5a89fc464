// Parses one mail at a time in a thread of its own, which may be ended at any moment.
import { parentPort } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import type { MailView } from '../../core/message/view.ts'
import { firstParts } from './first-parts.ts'
import { joinLines } from './long-text.ts'
import { sourceOf } from './parts.ts'
import { type About, viewBytes, viewOf } from './view.ts'

/** What the pool sends. `unparsed` says why only the headers came; `leftParts` did not come because they are too many. */
export interface ParseTask extends Omit<About, 'leftParts'> {
  raw: Uint8Array
  leftParts: number
  withSource: boolean
}

// A header costs a parser time by its lines, and a mail of honest people has a few hundred.
const parsing = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true, maxHeadersSize: 512 * 1024 } as const

parentPort?.on('message', (task: ParseTask) => {
  parse(task).then(
    view => parentPort?.postMessage({ view }),
    (error: unknown) => parentPort?.postMessage({ problem: String(error).slice(0, 200) }),
  )
})

parentPort?.postMessage('ready')

async function parse({ raw, leftParts, withSource, ...about }: ParseTask): Promise<MailView> {
  const mail = withoutMboxLine(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const { first, left, isBoundary } = firstParts(mail)
  const email = await PostalMime.parse(joinLines(first, isBoundary), parsing)
  const view = viewOf(email, withLeft(about, left + leftParts))
  if (!withSource || about.fetched !== 'all') return view
  const { source, wasCut } = sourceOf(first, viewBytes - bytesOf(view))
  return { ...view, source, truncated: view.truncated || wasCut }
}

/** What its parts hold is read of the first of them alone. */
function withLeft(about: Omit<About, 'leftParts'>, leftParts: number): About {
  return leftParts > 0 && about.unparsed === null ? { ...about, unparsed: 'many_parts', leftParts } : about
}

/** What the view takes of its 64 KB. */
function bytesOf({ headers, body }: MailView): number {
  return Buffer.byteLength(body) + headers.reduce((sum, { name, value }) => sum + name.length + Buffer.byteLength(value), 0)
}

// Mail that came through an mbox file keeps its separator, which is no header.
function withoutMboxLine(mail: Buffer): Buffer {
  if (mail.toString('latin1', 0, 5) !== 'From ') return mail
  const end = mail.indexOf('\n')
  return end < 0 ? mail : mail.subarray(end + 1)
}
