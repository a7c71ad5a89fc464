// Sends a file: uploaded once for all who get it, as the kind that WhatsApp shows it best.
import type { Db } from '../../db/pool.ts'
import { digest } from '../../seal.ts'
import type { Accepted, Graph, GraphFailure } from '../client.ts'
import type { Limits } from '../limits.ts'
import type { Upload } from '../multipart.ts'
import { type Around, type FileToSend, fileContent, payloadFor } from '../payload/message.ts'
import type { Person } from '../payload/shapes.ts'
import { findUpload, keepUpload } from './owners.ts'

export interface FileParts {
  db: Db
  graph: Graph
  now: Date
}

/** Of one that failed before anything was sent to the person, so that its silence leaves nothing unknown. */
export type UploadFailure = { kind: 'not_uploaded'; failure: GraphFailure } | { kind: 'too_large' }

// Meta keeps an upload for 30 days; a day before that it is no longer counted on.
export const uploadKeptMs = 29 * 86_400_000

export async function sendFile(
  parts: FileParts,
  to: Person,
  upload: Upload,
  caption: string,
  around: Around,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = await prepareFile(parts, upload)
  return file.kind === 'ready' ? sendPrepared(parts, to, file.file, upload, caption, around) : file
}

/** A file that Meta has. `isKnown`: from before, so that it may have forgotten it. */
export interface PreparedFile {
  kind: FileToSend['kind']
  id: string
  isKnown: boolean
}

/** Uploaded where Meta has it not; nothing leaves for the person yet. */
export async function prepareFile(parts: FileParts, upload: Upload): Promise<{ kind: 'ready'; file: PreparedFile } | UploadFailure> {
  const kind = kindOf({ mimeType: upload.mimeType, sizeBytes: upload.bytes.length }, parts.graph.limits)
  if (!kind) return { kind: 'too_large' }
  const known = await findUpload(parts.db, keyOf(parts, upload), new Date(parts.now.getTime() - uploadKeptMs))
  if (known) return { kind: 'ready', file: { kind, id: known, isKnown: true } }
  const fresh = await parts.graph.uploadMedia(upload)
  if (fresh.kind !== 'uploaded') return { kind: 'not_uploaded', failure: fresh }
  await keepUpload(parts.db, keyOf(parts, upload), fresh.mediaId, parts.now)
  return { kind: 'ready', file: { kind, id: fresh.mediaId, isKnown: false } }
}

/** What Meta has forgotten is uploaded anew. */
export async function sendPrepared(
  parts: FileParts,
  to: Person,
  { kind, id, isKnown }: PreparedFile,
  upload: Upload,
  caption: string,
  around: Around,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = { kind, filename: upload.filename, caption }
  const sent = await post(parts, to, { ...file, id }, around)
  if (!isKnown || !isForgotten(sent)) return sent
  const fresh = await parts.graph.uploadMedia(upload)
  if (fresh.kind !== 'uploaded') return { kind: 'not_uploaded', failure: fresh }
  await keepUpload(parts.db, keyOf(parts, upload), fresh.mediaId, parts.now)
  return post(parts, to, { ...file, id: fresh.mediaId }, around)
}

const post = ({ graph }: FileParts, to: Person, file: FileToSend, around: Around) => {
  const { caption, ...bare } = file
  const content = fileContent(graph.limits, file.kind === 'audio' || !caption ? bare : file)
  return graph.postMessage(payloadFor(graph.limits, to, content, around))
}

const keyOf = ({ graph }: FileParts, { bytes, mimeType }: Upload) => ({ numberId: graph.numberId, contentHash: digest(bytes), mimeType })

// An id that Meta no longer has is a bad parameter or a file that it cannot load.
const forgottenCodes = new Set([100, 131009, 131052, 131053])
const isForgotten = (result: Accepted | GraphFailure): boolean => result.kind === 'graph' && forgottenCodes.has(result.code ?? -1)

const kinds: { kind: 'image' | 'audio' | 'video'; types: RegExp; most: keyof Limits }[] = [
  { kind: 'image', types: /^image\/(jpeg|png)$/, most: 'imageBytes' },
  { kind: 'audio', types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 'audioBytes' },
  { kind: 'video', types: /^video\/(mp4|3gpp)$/, most: 'videoBytes' },
]

/** What a file is sent as; what is of no such kind, or too large for it, is a document. Null: too large for that too. */
export function kindOf({ sizeBytes, mimeType }: { sizeBytes: number; mimeType: string }, limits: Limits): FileToSend['kind'] | null {
  const fitting = kinds.find(({ types, most }) => types.test(mimeType) && sizeBytes <= limits[most])
  if (fitting) return fitting.kind
  return sizeBytes <= limits.documentBytes ? 'document' : null
}
