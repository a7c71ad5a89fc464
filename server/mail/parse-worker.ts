// Parses one mail at a time in a thread of its own, which may be ended at any moment.
import { parentPort } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import type { MailView } from '../../core/message/view.ts'
import { sourceOf } from './parts.ts'
import { viewBytes, viewOf } from './view.ts'

/** What the pool sends; `unparsed` says why only the headers came, or null for a whole mail. */
export interface ParseTask {
  raw: Uint8Array
  sizeBytes: number
  unparsed: string | null
  withSource: boolean
}

// postal-mime takes about 0.13 ms a part, so that 200,000 empty ones in 2 MB would hold a core for half a minute.
const mostParts = 2000

parentPort?.on('message', (task: ParseTask) => {
  parse(task).then(
    view => parentPort?.postMessage({ view }),
    (error: unknown) => parentPort?.postMessage({ problem: String(error).slice(0, 200) }),
  )
})

async function parse({ raw, sizeBytes, unparsed, withSource }: ParseTask): Promise<MailView> {
  const mail = withoutMboxLine(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  if (unparsed === null && countParts(mail) > mostParts) throw new Error('too many parts')
  const email = await PostalMime.parse(mail, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true })
  const view = viewOf(email, sizeBytes, unparsed)
  if (!withSource) return view
  const { source, wasCut } = sourceOf(mail, viewBytes - bytesOf(view))
  return { ...view, source, truncated: view.truncated || wasCut }
}

/** What the view takes of its 64 KB. */
function bytesOf({ headers, body }: MailView): number {
  return Buffer.byteLength(body) + headers.reduce((sum, { name, value }) => sum + name.length + Buffer.byteLength(value), 0)
}

/** Lines that begin with two dashes: each boundary is one, and so there are no more parts than these. */
function countParts(mail: Buffer): number {
  let count = 0
  for (let at = mail.indexOf('\n--'); at >= 0 && count <= mostParts; at = mail.indexOf('\n--', at + 3)) count++
  return count
}

// Mail that came through an mbox file keeps its separator, which is no header.
function withoutMboxLine(mail: Buffer): Buffer {
  if (mail.toString('latin1', 0, 5) !== 'From ') return mail
  const end = mail.indexOf('\n')
  return end < 0 ? mail : mail.subarray(end + 1)
}
