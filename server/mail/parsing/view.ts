// Makes the filter view of a parsed message: decoded, addresses in lower case, 64 KB in all.
import { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import { addressesIn } from '../../../core/filters/exact/addresses.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import { authOf, signersOf } from './auth-results.ts'
import { calendarOf, filesOf } from './files.ts'
import { hollowBytes } from './stripped.ts'
import { htmlChars, textOf } from './visible.ts'

/** What each part may take of the 64 KB; the body gets what the others leave. */
export const viewBytes = 64 * 1024
const headersBytes = 24 * 1024
const headerBytes = 4 * 1024
const subjectBytes = 2 * 1024
const peopleBytes = 4 * 1024
const attachmentsBytes = 4 * 1024
const deliveredBytes = 2 * 1024

type Attachment = MailView['attachments'][number]

/** What is known of a mail besides its letters. */
export type ViewFacts = Pick<MailView, 'sizeBytes' | 'unparsed' | 'fetched' | 'leftParts'>

export function viewOf(email: Email, about: ViewFacts): MailView {
  const budget = newBudget()
  const people = (name: string) => fitPeople(budget, addressesOf(email, name))
  const from = people('from')
  const view = {
    from,
    to: people('to'),
    cc: people('cc'),
    replyTo: people('reply-to'),
    subject: budget.cut(oneLine(email.subject ?? ''), subjectBytes),
    date: email.date ? budget.cut(email.date, 100) : null,
    messageId: email.messageId ? budget.cut(email.messageId, 1000) : null,
    headers: fitHeaders(budget, email),
    attachments: fitAttachments(budget, email, about.fetched),
    deliveredTo: fitAddresses(budget, deliveredTo(email)),
    calendar: calendarOf(email),
    auth: authOf(email.headers),
    signedBy: signersOf(email.headers),
  }
  if (!email.text?.trim() && (email.html?.length ?? 0) > htmlChars) budget.drop()
  const body = budget.cut(textOf(email), budget.leftBytes())
  return { ...view, body, truncated: budget.wasCut(), ...about }
}

interface Budget {
  /** The text in at most `mostBytes` of UTF-8, taken from what is left. */
  cut(text: string, mostBytes: number): string
  leftBytes(): number
  /** Notes that something was left out. */
  drop(): void
  wasCut(): boolean
}

function newBudget(): Budget {
  let left = viewBytes
  let wasCut = false
  return {
    cut(text, mostBytes) {
      const kept = cutBytes(text.toWellFormed().replaceAll('\0', ''), Math.min(mostBytes, left))
      left -= kept.bytes
      wasCut ||= kept.wasCut
      return kept.text
    },
    leftBytes: () => left,
    drop: () => {
      wasCut = true
    },
    wasCut: () => wasCut,
  }
}

function cutBytes(text: string, mostBytes: number): { text: string; bytes: number; wasCut: boolean } {
  const bytes = Buffer.byteLength(text)
  if (bytes <= mostBytes) return { text, bytes, wasCut: false }
  // A letter that the cut went through would be decoded as U+FFFD: the stream mode keeps it back.
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, mostBytes), { stream: true })
  return { text: kept, bytes: Buffer.byteLength(kept), wasCut: true }
}

function fitHeaders(budget: Budget, email: Email): MailView['headers'] {
  const kept: MailView['headers'] = []
  let leftBytes = headersBytes
  for (const header of email.headers) {
    const name = header.originalKey.trim().slice(0, 200)
    const written = header.value.slice(0, 4 * headerBytes)
    const value = cutBytes(oneLine(decode(written)), headerBytes)
    const raw = cutBytes(oneLine(written), headerBytes)
    const isDecoded = raw.text !== value.text
    const bytes = name.length + value.bytes + (isDecoded ? raw.bytes : 0)
    if (value.wasCut) budget.drop()
    if (bytes > leftBytes) {
      budget.drop()
      continue
    }
    leftBytes -= bytes
    const own = { name: budget.cut(name, 200), value: budget.cut(value.text, headerBytes) }
    kept.push(isDecoded ? { ...own, raw: budget.cut(raw.text, headerBytes) } : own)
  }
  return kept
}

function fitPeople(budget: Budget, people: MailAddress[]): MailAddress[] {
  const kept: MailAddress[] = []
  let leftBytes = peopleBytes
  for (const person of people) {
    const bytes = Buffer.byteLength(person.name) + Buffer.byteLength(person.address)
    if (bytes > leftBytes) {
      budget.drop()
      break
    }
    leftBytes -= bytes
    kept.push({ name: budget.cut(person.name, peopleBytes), address: budget.cut(person.address, peopleBytes) })
  }
  return kept
}

function fitAddresses(budget: Budget, addresses: string[]): string[] {
  let leftBytes = deliveredBytes
  return addresses.filter(address => {
    leftBytes -= Buffer.byteLength(address)
    if (leftBytes < 0) budget.drop()
    return leftBytes >= 0 && budget.cut(address, deliveredBytes) === address
  })
}

function fitAttachments(budget: Budget, email: Email, fetched: ViewFacts['fetched']): Attachment[] {
  const kept: Attachment[] = []
  let leftBytes = attachmentsBytes
  for (const part of filesOf(email)) {
    const name = cutBytes(oneLine(part.filename ?? ''), 300)
    leftBytes -= name.bytes + part.mimeType.length
    if (leftBytes < 0) {
      budget.drop()
      break
    }
    kept.push({ name: budget.cut(name.text, 300), type: budget.cut(part.mimeType, 200), sizeBytes: sizeOf(part, fetched) })
  }
  return kept
}

function sizeOf({ content }: Email['attachments'][number], fetched: ViewFacts['fetched']): number {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return (fetched === 'all' ? null : hollowBytes(bytes)) ?? bytes.byteLength
}

function addressesOf(email: Email, name: string): MailAddress[] {
  const found = email.headers.filter(h => h.key === name)
  // A sender may stand in several From lines (RFC 5322 §3.6 allows one); a filter has to see all of them.
  return found.flatMap(h => flat(addressParser(h.value.slice(0, viewBytes))))
}

/** Each address once, as the last servers wrote them on the envelope. */
function deliveredTo(email: Email): string[] {
  const names = ['delivered-to', 'x-original-to', 'envelope-to']
  return [...new Set(names.flatMap(name => addressesOf(email, name).map(({ address }) => address)))].filter(address =>
    address.includes('@'),
  )
}

function flat(addresses: Address[]): MailAddress[] {
  return addresses.flatMap(a =>
    a.group
      ? flat(a.group)
      : a.address || a.name
        ? [{ name: oneLine(decode(a.name)), address: withoutRemarks(oneLine(a.address ?? '')).toLowerCase() }]
        : [],
  )
}

/** Comments, a route and space within the angle brackets are not part of an address (RFC 5322 §4.4). */
function withoutRemarks(address: string): string {
  if (!/[\s(:]/.test(address)) return address
  const [read] = addressesIn(`<${address}>`)
  return read?.local && read.domain ? `${read.local}@${read.domain}` : address
}

function decode(text: string): string {
  try {
    return decodeWords(text)
  } catch {
    return text
  }
}

const oneLine = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').trim()
