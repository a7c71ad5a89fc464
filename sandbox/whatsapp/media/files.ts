// Which files WhatsApp takes for which kind of message, and how long it keeps them. Source: …/business-phone-numbers/media.
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
export type StoredFile = z.infer<typeof fileShape>

const dayMs = 24 * 3_600_000
const megabyte = 1024 * 1024
const keptMs = { business: 30 * dayMs, person: 7 * dayMs }

const office = 'application/vnd.openxmlformats-officedocument'
const kinds: Record<MediaKind, { mimes: string[]; mostBytes: number }> = {
  image: { mimes: ['image/jpeg', 'image/png'], mostBytes: 5 * megabyte },
  audio: { mimes: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], mostBytes: 16 * megabyte },
  video: { mimes: ['video/mp4', 'video/3gpp'], mostBytes: 16 * megabyte },
  sticker: { mimes: ['image/webp'], mostBytes: 500 * 1024 },
  document: {
    mimes: [
      'text/plain',
      'application/pdf',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      `${office}.wordprocessingml.document`,
      `${office}.spreadsheetml.sheet`,
      `${office}.presentationml.presentation`,
    ],
    mostBytes: 100 * megabyte,
  },
}
const listed = new Set(Object.values(kinds).flatMap(kind => kind.mimes))
const firstBytes: Record<string, string> = { 'image/jpeg': 'ffd8ff', 'image/png': '89504e470d0a1a0a' }

export const mostBytes = kinds.document.mostBytes

/** Whether a file of this type may be uploaded; `others` takes what Meta does not list, as a document. */
export function isTaken(mime: string, others: boolean): boolean {
  return others ? /^[\w.+-]+\/[\w.+-]+$/.test(mime) : listed.has(mime)
}

/** Whether a kind of message may carry the file. */
export function fits(kind: MediaKind, { mime, sizeBytes }: StoredFile): boolean {
  return (kind === 'document' || kinds[kind].mimes.includes(mime)) && sizeBytes <= kinds[kind].mostBytes
}

/** Whether the bytes are what their type says; only pictures are looked into. */
export function isWhatItSays(mime: string, bytes: Uint8Array): boolean {
  const start = firstBytes[mime]
  return start === undefined || Buffer.from(bytes.subarray(0, 8)).toString('hex').startsWith(start)
}

export function isKept({ from, at }: StoredFile, now: number): boolean {
  return now < at + keptMs[from]
}

/** How a file that a person sends is told: what a phone shows as a picture, a voice, a film, or else as a document. */
export function kindOf(mime: string): MediaKind {
  const order: MediaKind[] = ['sticker', 'image', 'audio', 'video']
  return order.find(kind => kinds[kind].mimes.includes(mime)) ?? 'document'
}
