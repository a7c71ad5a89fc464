// Parses one message at a time in a worker thread that may be killed at any moment.
import { parentPort } from 'node:worker_threads'
import type { Email } from 'postal-mime'
import type { MailView } from '../../../core/message/view.ts'
import { listedFiles, listFileParts, readTnefText, sendableFiles } from './attachments/parts.ts'
import { readBlocks } from './blocks.ts'
import { leadingParts } from './first-parts.ts'
import { joinLines } from './long-text.ts'
import { packPage, parsePage } from './page.ts'
import { readSource } from './parts.ts'
import { findUnreadable, readMail } from './read-mail.ts'
import { toView, type ViewFacts, viewBytes } from './view.ts'

/** A task from the pool. `unparsed` says why there are only headers; `leftParts` counts parts left out as too many. */
export interface ParseTask extends Omit<ViewFacts, 'leftParts'> {
  raw: Uint8Array
  leftParts: number
  withSource: boolean
  /** Return the HTML page for the web view instead. */
  asPage?: boolean
  /** Return the files with their bytes instead. */
  asFiles?: boolean
}

parentPort?.on('message', (task: ParseTask) => {
  handleTask(task).then(reply, (error: unknown) => reply({ problem: String(error).slice(0, 200) }))
})

reply({ isReady: true })

/** Each reply says how much CPU time the thread has used so far, so that nobody has to ask before the next task. */
function reply(found: object) {
  const { user, system } = process.threadCpuUsage()
  parentPort?.postMessage({ ...found, cpuMs: (user + system) / 1000 })
}

async function handleTask(task: ParseTask) {
  if (!task.asPage && !task.asFiles) return { view: await parse(task) }
  const { email } = await read(task)
  // Copied, as files from winmail.dat are slices of it.
  if (task.asFiles) return { files: sendableFiles(listFileParts(email)).map(file => ({ ...file, bytes: new Uint8Array(file.bytes) })) }
  const page = parsePage(email)
  return { page: page && new Uint8Array(packPage(page)) }
}

async function read({ raw }: ParseTask) {
  const mail = withoutMboxLine(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
  const { first, left, isBoundary } = leadingParts(mail)
  return { email: await readMail(joinLines(first, isBoundary)), first, left }
}

async function parse(task: ParseTask): Promise<MailView> {
  const { raw: _raw, asPage: _asPage, asFiles: _asFiles, leftParts, withSource, ...about } = task
  const { email: own, first, left } = await read(task)
  const email = { ...own, ...readTnefText(own) }
  const parts = listFileParts(own)
  const view = {
    ...toView(email, addUnreadable(addLeftParts(about, left + leftParts), email)),
    ...(parts.length > 0 && { files: listedFiles(parts, about.fetched !== 'all') }),
  }
  // The filter view has priority; without room for blocks, the message is rendered from its text.
  const shown = readBlocks(email, view, viewBytes - Buffer.byteLength(JSON.stringify(view)))
  return { ...(withSource && about.fetched === 'all' ? addSource(first, view) : view), ...shown }
}

function addSource(first: Buffer, view: MailView): MailView {
  const { source, wasCut } = readSource(first, viewBytes - countBytes(view))
  return { ...view, source, truncated: view.truncated || wasCut }
}

/** Only the first parts were read; counts the rest. */
function addLeftParts(about: Omit<ViewFacts, 'leftParts'>, leftParts: number): ViewFacts {
  return leftParts > 0 && about.unparsed === null ? { ...about, unparsed: 'many_parts', leftParts } : about
}

const addUnreadable = (about: ViewFacts, email: Email): ViewFacts =>
  about.unparsed === null && (about.fetched === 'all' || about.fetched === 'text') ? { ...about, unparsed: findUnreadable(email) } : about

/** How much of the view's 64 KB is used. */
function countBytes({ headers, body }: MailView): number {
  return Buffer.byteLength(body) + headers.reduce((sum, { name, value }) => sum + name.length + Buffer.byteLength(value), 0)
}

// Email from an mbox file may still have its separator line, which is not a header.
function withoutMboxLine(mail: Buffer): Buffer {
  if (mail.toString('latin1', 0, 5) !== 'From ') return mail
  const end = mail.indexOf('\n')
  return end < 0 ? mail : mail.subarray(end + 1)
}
