// Takes a message's HTML and the pictures it names, for the web view.
import { Buffer } from 'node:buffer'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Attachment, Email } from 'postal-mime'
import { MailPage, type PagePicture, picturesKept } from '../../../core/message/html-page.ts'
import { hollowBytes } from './stripped.ts'

/** Few mails have more; what is left off is said. */
const htmlBytes = 512 * 1024
const pictureBytes = 256 * 1024
const picturesBytes = 768 * 1024
const mostPictures = 40
/** HTML in JSON may take six letters for one, pictures in base64 four for three. */
const unpackedBytes = 8 * 1024 * 1024

/** Null where the mail has no HTML. */
export function pageOf(email: Email): MailPage | null {
  const written = (email.html ?? '').replaceAll('\0', '')
  if (written.trim() === '') return null
  const bytes = Buffer.from(written.toWellFormed())
  const isCut = bytes.length > htmlBytes
  // A letter that the cut goes through is kept back.
  const html = isCut ? new TextDecoder().decode(bytes.subarray(0, htmlBytes), { stream: true }) : bytes.toString()
  return { version: 1, html, isCut, pictures: picturesOf(email, html) }
}

export const packPage = (page: MailPage): Buffer => deflateRawSync(JSON.stringify(page))

export const unpackPage = (packed: Buffer): MailPage =>
  MailPage.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: unpackedBytes }).toString()))

function picturesOf(email: Email, html: string): PagePicture[] {
  const kept: PagePicture[] = []
  const known = new Set<string>()
  let left = picturesBytes
  for (const file of email.attachments) {
    if (kept.length >= mostPictures) break
    const id = (file.contentId ?? '').replace(/^<|>$/g, '')
    const type = picturesKept.find(one => one === file.mimeType.toLowerCase())
    if (id === '' || !type || known.has(id) || !isNamed(html, id)) continue
    const bytes = bytesOf(file)
    if (bytes.length === 0 || bytes.length > Math.min(pictureBytes, left) || hollowBytes(bytes) !== null) continue
    known.add(id)
    left -= bytes.length
    kept.push({ id, type, data: bytes.toString('base64') })
  }
  return kept
}

// As it stands, or as an address spells it.
const isNamed = (html: string, id: string): boolean => html.includes(id) || html.includes(encodeURI(id))

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
