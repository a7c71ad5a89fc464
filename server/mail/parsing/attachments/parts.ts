// Lists the files of a parsed message that may be sent to a phone: attachments, winmail.dat's contents, relevant pictures.
import { type Attachment, decodeWords, type Email } from 'postal-mime'
import type { MailFile, MailFiles } from '../../../../core/message/attachments.ts'
import { detectProgram } from '../../../../core/message/programs.ts'
import { listFiles } from '../files.ts'
import { headerValue, splitMail } from '../raw.ts'
import { readStrippedSize } from '../stripped.ts'
import { rtfToText } from '../tnef/rtf.ts'
import { readTnef, type Tnef } from '../tnef/tnef.ts'
import { isWorthSending } from './inline.ts'
import { detectMediaType } from './media-type.ts'

export interface FilePart {
  name: string
  /** The type detected from its bytes, else the declared one. */
  type: string
  bytes: Uint8Array
}

/** Limits in characters: all names together, then each name. */
const maxNamesChars = 4000
const maxNameChars = 200
const maxFiles = 60

/** In order: a file's index is its number everywhere. */
export function listFileParts(email: Email): FilePart[] {
  const files = listFiles(email)
  const inline = email.attachments.filter(part => !files.includes(part) && isWorthSending(part, email))
  return [...files.flatMap(unpackTnef), ...inline.map(toFilePart)]
}

/** The file list for the view, within limits. `isStripped`: only sizes were fetched. */
export function listedFiles(parts: FilePart[], isStripped: boolean): MailFiles {
  let left = maxNamesChars
  const items: MailFile[] = []
  for (const part of parts.slice(0, maxFiles)) {
    left -= part.name.length + part.type.length
    if (left < 0) break
    items.push(isStripped ? toStrippedFile(part) : toMailFile(part))
  }
  return { items, left: parts.length - items.length }
}

/** The files that may be sent, with their index. */
export function sendableFiles(parts: FilePart[]): (FilePart & { n: number })[] {
  const { items } = listedFiles(parts, false)
  return parts.flatMap((part, n) => (items[n] && !items[n].refused ? [{ ...part, n }] : []))
}

/** The text from winmail.dat, for an email without text. */
export function readTnefText(email: Email): { text?: string; html?: string } {
  if (email.text?.trim() || email.html?.trim()) return {}
  const body = email.attachments.filter(isTnef).map(part => readTnef(bytesOf(part))?.body)[0]
  if (!body) return {}
  return body.kind === 'html' ? { html: body.text } : { text: body.kind === 'rtf' ? rtfToText(body.text) : body.text }
}

function unpackTnef(part: Attachment): FilePart[] {
  const opened: Tnef | null = isTnef(part) ? readTnef(bytesOf(part)) : null
  // A winmail.dat without files only carried the text.
  if (!opened || (opened.files.length === 0 && opened.body === null)) return [toFilePart(part)]
  return opened.files.map(({ name, type, bytes }) => newFilePart(name, type || 'application/octet-stream', bytes))
}

const isTnef = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'application/ms-tnef' || mimeType === 'application/vnd.ms-tnef' || /^winmail\.dat$/i.test(filename ?? '')

const toFilePart = (part: Attachment): FilePart => newFilePart(part.filename ?? readSubjectName(part), part.mimeType, bytesOf(part))

/** An attached email without a name is named after its subject. */
function readSubjectName(part: Attachment): string {
  if (part.mimeType !== 'message/rfc822') return ''
  const subject = headerValue(splitMail(Buffer.from(bytesOf(part))).head, 'subject')
  return subject ? `${decodeWords(subject)}.eml` : ''
}

function newFilePart(name: string, declared: string, bytes: Uint8Array): FilePart {
  const type = detectMediaType(name, declared.toLowerCase(), bytes)
  return { name: cleanName(name), type, bytes }
}

/** A single line, without characters that change direction or are invisible. */
const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(-maxNameChars)
    .toWellFormed()

const bytesOf = ({ content }: Attachment): Uint8Array => (typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content))

function toMailFile({ name, type, bytes }: FilePart): MailFile {
  const info = { name, type, sizeBytes: bytes.byteLength }
  const program = detectProgram(name, type, bytes)
  if (program) return { ...info, refused: program.isInArchive ? 'inside' : 'program', program: program.format }
  return bytes.byteLength === 0 ? { ...info, refused: 'empty' } : info
}

function toStrippedFile({ name, type, bytes }: FilePart): MailFile {
  const program = detectProgram(name, type, new Uint8Array())
  const info = { name, type, sizeBytes: readStrippedSize(bytes) ?? bytes.byteLength }
  return program ? { ...info, refused: 'program', program: program.format } : info
}
