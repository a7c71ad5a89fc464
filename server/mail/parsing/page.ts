// Extracts a message's HTML and its inline pictures for the web view.
import { Buffer } from 'node:buffer'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Attachment, Email } from 'postal-mime'
import { MailPage, type PagePicture, supportedPictureTypes } from '../../../core/message/html-page.ts'
import { readStrippedSize } from './stripped.ts'

/** Few emails exceed these; the page says when something was left out. */
const htmlBytes = 512 * 1024
const pictureBytes = 256 * 1024
const picturesBytes = 768 * 1024
const maxPictures = 40
/** In JSON, a character of HTML may take six, and base64 takes four for three bytes. */
const unpackedBytes = 8 * 1024 * 1024

/** Null when the email has no HTML. */
export function parsePage(email: Email): MailPage | null {
  const written = (email.html ?? '').replaceAll('\0', '')
  if (written.trim() === '') return null
  const bytes = Buffer.from(written.toWellFormed())
  const isCut = bytes.length > htmlBytes
  // Holds back a character that the cut splits.
  const html = isCut ? new TextDecoder().decode(bytes.subarray(0, htmlBytes), { stream: true }) : bytes.toString()
  return { version: 1, html, isCut, pictures: readPictures(email, html) }
}

export const packPage = (page: MailPage): Buffer => deflateRawSync(JSON.stringify(page))

export const unpackPage = (packed: Buffer): MailPage =>
  MailPage.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: unpackedBytes }).toString()))

function readPictures(email: Email, html: string): PagePicture[] {
  const kept: PagePicture[] = []
  const known = new Set<string>()
  let left = picturesBytes
  for (const file of email.attachments) {
    if (kept.length >= maxPictures) break
    const id = (file.contentId ?? '').replace(/^<|>$/g, '')
    const type = supportedPictureTypes.find(one => one === file.mimeType.toLowerCase())
    if (id === '' || !type || known.has(id) || !isReferenced(html, id)) continue
    const bytes = bytesOf(file)
    if (bytes.length === 0 || bytes.length > Math.min(pictureBytes, left) || readStrippedSize(bytes) !== null) continue
    known.add(id)
    left -= bytes.length
    kept.push({ id, type, data: bytes.toString('base64') })
  }
  return kept
}

// Literally or percent-encoded.
const isReferenced = (html: string, id: string): boolean => html.includes(id) || html.includes(encodeURI(id))

const bytesOf = ({ content }: Attachment): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
