// The files of a parsed message that may go to a phone: attachments, winmail.dat's contents, pictures that matter.
import type { Attachment, Email } from 'postal-mime'
import type { MailFile, MailFiles } from '../../../../core/message/attachments.ts'
import { programIn } from '../../../../core/message/programs.ts'
import { filesOf } from '../files.ts'
import { hollowBytes } from '../stripped.ts'
import { textOfRtf } from '../tnef/rtf.ts'
import { readTnef, type Tnef } from '../tnef/tnef.ts'
import { matters } from './inline.ts'
import { mediaTypeOf } from './media-type.ts'

export interface FilePart {
  name: string
  /** What its bytes say it is, else what its sender says. */
  type: string
  bytes: Uint8Array
}

/** Letters at most, of all names. */
const namesMost = 4000
const nameMost = 200
const filesMost = 60

/** In their order: the place of each is its number wherever it is named. */
export function partsOf(email: Email): FilePart[] {
  const files = filesOf(email)
  const inline = email.attachments.filter(part => !files.includes(part) && matters(part, email))
  return [...files.flatMap(unpacked), ...inline.map(partOf)]
}

/** What a reader is told of them, as far as there is room. `isHollow`: only sizes have come. */
export function listedFiles(parts: FilePart[], isHollow: boolean): MailFiles {
  let left = namesMost
  const items: MailFile[] = []
  for (const part of parts.slice(0, filesMost)) {
    left -= part.name.length + part.type.length
    if (left < 0) break
    items.push(isHollow ? hollow(part) : asFile(part))
  }
  return { items, left: parts.length - items.length }
}

/** Those that may leave at all, by their place. */
export function sendable(parts: FilePart[]): (FilePart & { n: number })[] {
  const { items } = listedFiles(parts, false)
  return parts.flatMap((part, n) => (items[n] && !items[n].refused ? [{ ...part, n }] : []))
}

/** What Outlook said, for a mail that says nothing itself. */
export function textOfTnef(email: Email): { text?: string; html?: string } {
  if (email.text?.trim() || email.html?.trim()) return {}
  const body = email.attachments.filter(isTnef).map(part => readTnef(bytesOf(part))?.body)[0]
  if (!body) return {}
  return body.kind === 'html' ? { html: body.text } : { text: body.kind === 'rtf' ? textOfRtf(body.text) : body.text }
}

function unpacked(part: Attachment): FilePart[] {
  const opened: Tnef | null = isTnef(part) ? readTnef(bytesOf(part)) : null
  // One that holds nothing was only a way to write the text.
  if (!opened || (opened.files.length === 0 && opened.body === null)) return [partOf(part)]
  return opened.files.map(({ name, type, bytes }) => named(name, type || 'application/octet-stream', bytes))
}

const isTnef = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'application/ms-tnef' || mimeType === 'application/vnd.ms-tnef' || /^winmail\.dat$/i.test(filename ?? '')

const partOf = (part: Attachment): FilePart => named(part.filename ?? '', part.mimeType, bytesOf(part))

function named(name: string, declared: string, bytes: Uint8Array): FilePart {
  const type = mediaTypeOf(name, declared.toLowerCase(), bytes)
  return { name: clean(name), type, bytes }
}

/** One line, without marks that turn writing around or hide letters. */
const clean = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(-nameMost)
    .toWellFormed()

const bytesOf = ({ content }: Attachment): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content))

function asFile({ name, type, bytes }: FilePart): MailFile {
  const told = { name, type, sizeBytes: bytes.byteLength }
  const program = programIn(name, type, bytes)
  if (program) return { ...told, refused: program.inside ? 'inside' : 'program', program: program.what }
  return bytes.byteLength === 0 ? { ...told, refused: 'empty' } : told
}

function hollow({ name, type, bytes }: FilePart): MailFile {
  const program = programIn(name, type, new Uint8Array())
  const told = { name, type, sizeBytes: hollowBytes(bytes) ?? bytes.byteLength }
  return program ? { ...told, refused: 'program', program: program.what } : told
}
