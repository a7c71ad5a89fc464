// Parses one message at a time in a worker thread that may be killed at any moment.
import { parentPort } from 'node:worker_threads'
import PostalMime from 'postal-mime'
import type { MailView } from '../../../core/message/view.ts'
import { listedFiles, partsOf, sendable, textOfTnef } from './attachments/parts.ts'
import { readBlocks } from './blocks.ts'
import { leadingParts } from './first-parts.ts'
import { joinLines } from './long-text.ts'
import { packPage, pageOf } from './page.ts'
import { sourceOf } from './parts.ts'
import { type ViewFacts, viewBytes, viewOf } from './view.ts'

/** What the pool sends. `unparsed` says why only the headers came; `leftParts` did not come because they are too many. */
export interface ParseTask extends Omit<ViewFacts, 'leftParts'> {
  raw: Uint8Array
  leftParts: number
  withSource: boolean
  /** Its HTML for the web is wanted instead. */
  asPage?: boolean
  /** The bytes of its files are wanted instead. */
  asFiles?: boolean
}

// A header costs a parser time by its lines, and a mail of honest people has a few hundred.
const parsing = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true, maxHeadersSize: 512 * 1024 } as const

parentPort?.on('message', (task: ParseTask) => {
  answer(task).then(
    found => parentPort?.postMessage(found),
    (error: unknown) => parentPort?.postMessage({ problem: String(error).slice(0, 200) }),
  )
})

parentPort?.postMessage('ready')

async function answer(task: ParseTask) {
  if (!task.asPage && !task.asFiles) return { view: await parse(task) }
  const { email } = await read(task)
  // Copied: what it holds of winmail.dat is a piece of it.
  if (task.asFiles) return { files: sendable(partsOf(email)).map(file => ({ ...file, bytes: new Uint8Array(file.bytes) })) }
  const page = pageOf(email)
  return { page: page && new Uint8Array(packPage(page)) }
}

async function read({ raw }: ParseTask) {
  const mail = withoutMboxLine(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const { first, left, isBoundary } = leadingParts(mail)
  return { email: await PostalMime.parse(joinLines(first, isBoundary), parsing), first, left }
}

async function parse(task: ParseTask): Promise<MailView> {
  const { raw: _raw, asPage: _asPage, asFiles: _asFiles, leftParts, withSource, ...about } = task
  const { email: own, first, left } = await read(task)
  const email = { ...own, ...textOfTnef(own) }
  const parts = partsOf(own)
  const view = {
    ...viewOf(email, withLeft(about, left + leftParts)),
    ...(parts.length > 0 && { files: listedFiles(parts, about.fetched !== 'all') }),
  }
  const whole = withSource && about.fetched === 'all' ? withSourceOf(first, view) : view
  // What filters see comes first; a mail that leaves no room is put into words from its text.
  return { ...whole, ...readBlocks(email, whole, viewBytes - Buffer.byteLength(JSON.stringify(whole))) }
}

function withSourceOf(first: Buffer, view: MailView): MailView {
  const { source, wasCut } = sourceOf(first, viewBytes - bytesOf(view))
  return { ...view, source, truncated: view.truncated || wasCut }
}

/** What its parts hold is read of the first of them alone. */
function withLeft(about: Omit<ViewFacts, 'leftParts'>, leftParts: number): ViewFacts {
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
