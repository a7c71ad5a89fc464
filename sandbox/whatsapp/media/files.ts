// The file types and sizes that WhatsApp accepts, and how long it keeps files (Meta's …/business-phone-numbers/media).
import { z } from 'zod/mini'
import type { MediaKind } from './shapes.ts'

export const fileShape = z.object({
  id: z.string(),
  mime: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  filename: z.nullable(z.string()),
  /** Uploaded by the business, or sent by a person. */
  from: z.enum(['business', 'person']),
  at: z.number(),
})
export type StandInFile = z.infer<typeof fileShape>

const dayMs = 24 * 3_600_000
const megabyte = 1024 * 1024
const lifetimeMs = { business: 30 * dayMs, person: 7 * dayMs }

const officeType = 'application/vnd.openxmlformats-officedocument'
const kinds: Record<MediaKind, { mimes: string[]; maxBytes: number }> = {
  image: { mimes: ['image/jpeg', 'image/png'], maxBytes: 5 * megabyte },
  audio: { mimes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], maxBytes: 16 * megabyte },
  video: { mimes: ['video/mp4', 'video/3gpp'], maxBytes: 16 * megabyte },
  sticker: { mimes: ['image/webp'], maxBytes: 500 * 1024 },
  document: {
    mimes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${officeType}.wordprocessingml.document`,
      `${officeType}.spreadsheetml.sheet`,
      `${officeType}.presentationml.presentation`,
    ],
    maxBytes: 100 * megabyte,
  },
}
const listedTypes = new Set(Object.values(kinds).flatMap(kind => kind.mimes))
const firstBytes: Record<string, string> = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e470d0a1a0a' }

export const maxBytes = kinds.document.maxBytes

/** Whether a file of this type may be uploaded; `others` also accepts types that Meta does not list, as documents. */
export function isAcceptedType(mime: string, others: boolean): boolean {
  return others ? /^[\w.+-]+\/[\w.+-]+$/.test(mime) : listedTypes.has(mime)
}

/** Whether a kind of message may carry the file. */
export function fitsKind(kind: MediaKind, { mime, sizeBytes }: StandInFile): boolean {
  return (kind === 'document' || kinds[kind].mimes.includes(mime)) && sizeBytes <= kinds[kind].maxBytes
}

/** Whether the bytes match their type; only pictures are checked. */
export function matchesType(mime: string, bytes: Uint8Array): boolean {
  const start = firstBytes[mime]
  return start === undefined || Buffer.from(bytes.subarray(0, 8)).toString('hex').startsWith(start)
}

export function isAvailable({ from, at }: StandInFile, now: number): boolean {
  return now < at + lifetimeMs[from]
}

/** How a file from a person is reported: as a picture, audio or video if a phone shows it as such, otherwise as a document. */
export function mediaKind(mime: string): MediaKind {
  const order: MediaKind[] = ['sticker', 'image', 'audio', 'video']
  return order.find(kind => kinds[kind].mimes.includes(mime)) ?? 'document'
}
