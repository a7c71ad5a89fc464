// Builds the filter view of a parsed message: decoded, addresses in lower case, 64 KB in all.
import { type Address, addressParser, decodeWords, type Email } from 'postal-mime'
import { parseAddresses } from '../../../core/filters/exact/addresses.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import { readAuth, readSigners } from './auth-results.ts'
import { listFiles, readCalendarMethod } from './files.ts'
import { readStrippedSize } from './stripped.ts'
import { htmlChars, readVisibleText } from './visible.ts'

/** The share of each field in the 64 KB; the body gets the rest. */
export const viewBytes = 64 * 1024
const headersBytes = 24 * 1024
const headerBytes = 4 * 1024
const subjectBytes = 2 * 1024
const peopleBytes = 4 * 1024
const attachmentsBytes = 4 * 1024
const deliveredBytes = 2 * 1024

type Attachment = MailView['attachments'][number]

/** Facts about an email that are not in its content. */
export type ViewFacts = Pick<MailView, 'sizeBytes' | 'unparsed' | 'fetched' | 'leftParts'>

export function toView(email: Email, facts: ViewFacts): MailView {
  const budget = newBudget()
  const people = (name: string) => fitPeople(budget, readAddresses(email, name))
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
    attachments: fitAttachments(budget, email, facts.fetched),
    deliveredTo: fitAddresses(budget, deliveredTo(email)),
    calendar: readCalendarMethod(email),
    auth: readAuth(email.headers),
    signedBy: readSigners(email.headers),
  }
  if (!email.text?.trim() && (email.html?.length ?? 0) > htmlChars) budget.drop()
  const body = budget.cut(readVisibleText(email), budget.leftBytes())
  return { ...view, body, truncated: budget.wasCut(), ...facts }
}

interface Budget {
  /** Returns the text in at most `maxBytes` of UTF-8, charged to the budget. */
  cut(text: string, maxBytes: number): string
  leftBytes(): number
  /** Records that something was left out. */
  drop(): void
  wasCut(): boolean
}

function newBudget(): Budget {
  let left = viewBytes
  let wasCut = false
  return {
    cut(text, maxBytes) {
      const kept = truncateBytes(text.toWellFormed().replaceAll('\0', ''), Math.min(maxBytes, left))
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

function truncateBytes(text: string, maxBytes: number): { text: string; bytes: number; wasCut: boolean } {
  const bytes = Buffer.byteLength(text)
  if (bytes <= maxBytes) return { text, bytes, wasCut: false }
  // A split character would be decoded as U+FFFD: stream mode holds it back.
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true })
  return { text: kept, bytes: Buffer.byteLength(kept), wasCut: true }
}

function fitHeaders(budget: Budget, email: Email): MailView['headers'] {
  const kept: MailView['headers'] = []
  let leftBytes = headersBytes
  for (const header of email.headers) {
    const name = header.originalKey.trim().slice(0, 200)
    const written = header.value.slice(0, 4 * headerBytes)
    const value = truncateBytes(oneLine(decode(written)), headerBytes)
    const raw = truncateBytes(oneLine(written), headerBytes)
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
  for (const part of listFiles(email)) {
    const name = truncateBytes(oneLine(part.filename ?? ''), 300)
    leftBytes -= name.bytes + part.mimeType.length
    if (leftBytes < 0) {
      budget.drop()
      break
    }
    kept.push({ name: budget.cut(name.text, 300), type: budget.cut(part.mimeType, 200), sizeBytes: readSize(part, fetched) })
  }
  return kept
}

function readSize({ content }: Email['attachments'][number], fetched: ViewFacts['fetched']): number {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return (fetched === 'all' ? null : readStrippedSize(bytes)) ?? bytes.byteLength
}

function readAddresses(email: Email, name: string): MailAddress[] {
  const found = email.headers.filter(h => h.key === name)
  // There may be several From headers (RFC 5322 §3.6 allows one); a filter has to see them all.
  return found.flatMap(h => flattenGroups(addressParser(h.value.slice(0, viewBytes))))
}

/** Each envelope address once, as recorded by the last servers. */
function deliveredTo(email: Email): string[] {
  const names = ['delivered-to', 'x-original-to', 'envelope-to']
  return [...new Set(names.flatMap(name => readAddresses(email, name).map(({ address }) => address)))].filter(address =>
    address.includes('@'),
  )
}

function flattenGroups(addresses: Address[]): MailAddress[] {
  return addresses.flatMap(a =>
    a.group
      ? flattenGroups(a.group)
      : a.address || a.name
        ? [{ name: oneLine(decode(a.name)), address: cleanAddress(oneLine(a.address ?? '')).toLowerCase() }]
        : [],
  )
}

/** Removes comments, routes and spaces within angle brackets, which are not part of the address (RFC 5322 §4.4). */
function cleanAddress(address: string): string {
  if (!/[\s(:]/.test(address)) return address
  const [read] = parseAddresses(`<${address}>`)
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
