// Uploads a file once for everyone who gets it, and sends it as the media type that WhatsApp shows best.
import type { Db } from '../../foundation/db/pool.ts'
import { digest } from '../../foundation/seal.ts'
import type { Accepted, Graph, GraphFailure } from '../client.ts'
import type { WhatsAppLimits } from '../limits.ts'
import type { Upload } from '../multipart.ts'
import { fileContent, type MediaToSend, payloadFor, type SendOptions } from '../payload/message.ts'
import type { WhatsAppUser } from '../payload/shapes.ts'
import { findUpload, saveUpload } from './owners.ts'

export interface MediaDeps {
  db: Db
  graph: Graph
  now: Date
}

/** Failed before anything was sent to the user, so it is safe to retry. */
export type UploadFailure = { kind: 'not_uploaded'; failure: GraphFailure } | { kind: 'too_large' }

// Meta keeps an upload for 30 days; we stop using it a day earlier.
export const uploadKeptMs = 29 * 86_400_000

export async function sendFile(
  deps: MediaDeps,
  to: WhatsAppUser,
  upload: Upload,
  caption: string,
  options: SendOptions,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = await prepareFile(deps, upload)
  return file.kind === 'ready' ? sendPrepared(deps, to, file.file, upload, caption, options) : file
}

/** An uploaded file. `isReused`: from an earlier upload, so Meta may no longer have it. */
export interface PreparedFile {
  kind: MediaToSend['kind']
  id: string
  isReused: boolean
}

/** Uploads the file unless Meta already has it; sends nothing to the user yet. */
export async function prepareFile(deps: MediaDeps, upload: Upload): Promise<{ kind: 'ready'; file: PreparedFile } | UploadFailure> {
  const kind = mediaKind({ mimeType: upload.mimeType, sizeBytes: upload.bytes.length }, deps.graph.limits)
  if (!kind) return { kind: 'too_large' }
  const uploadedId = await findUpload(deps.db, uploadKey(deps, upload), new Date(deps.now.getTime() - uploadKeptMs))
  if (uploadedId) return { kind: 'ready', file: { kind, id: uploadedId, isReused: true } }
  const uploaded = await deps.graph.uploadMedia(upload)
  if (uploaded.kind !== 'uploaded') return { kind: 'not_uploaded', failure: uploaded }
  await saveUpload(deps.db, uploadKey(deps, upload), uploaded.mediaId, deps.now)
  return { kind: 'ready', file: { kind, id: uploaded.mediaId, isReused: false } }
}

/** Uploads the file again if Meta no longer has it. */
export async function sendPrepared(
  deps: MediaDeps,
  to: WhatsAppUser,
  { kind, id, isReused }: PreparedFile,
  upload: Upload,
  caption: string,
  options: SendOptions,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = { kind, filename: upload.filename, caption }
  const sent = await post(deps, to, { ...file, id }, options)
  if (!isReused || !isForgotten(sent)) return sent
  const uploaded = await deps.graph.uploadMedia(upload)
  if (uploaded.kind !== 'uploaded') return { kind: 'not_uploaded', failure: uploaded }
  await saveUpload(deps.db, uploadKey(deps, upload), uploaded.mediaId, deps.now)
  return post(deps, to, { ...file, id: uploaded.mediaId }, options)
}

const post = ({ graph }: MediaDeps, to: WhatsAppUser, file: MediaToSend, options: SendOptions) => {
  const { caption, ...withoutCaption } = file
  const content = fileContent(graph.limits, file.kind === 'audio' || !caption ? withoutCaption : file)
  return graph.postMessage(payloadFor(graph.limits, to, content, options))
}

const uploadKey = ({ graph }: MediaDeps, { bytes, mimeType }: Upload) => ({
  numberId: graph.numberId,
  contentHash: digest(bytes),
  mimeType,
})

// For an expired id, Meta reports a bad parameter or a file that it cannot load.
const forgottenCodes = new Set([100, 131009, 131052, 131053])
const isForgotten = (result: Accepted | GraphFailure): boolean => result.kind === 'graph' && forgottenCodes.has(result.code ?? -1)

const kinds: { kind: 'image' | 'audio' | 'video'; types: RegExp; maxBytes: keyof WhatsAppLimits }[] = [
  { kind: 'image', types: /^image\/(jpeg|png)$/, maxBytes: 'imageBytes' },
  { kind: 'audio', types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, maxBytes: 'audioBytes' },
  { kind: 'video', types: /^video\/(mp4|3gpp)$/, maxBytes: 'videoBytes' },
]

/** The media kind to send a file as; documents are the fallback. Null: too large even for a document. */
export function mediaKind(
  { sizeBytes, mimeType }: { sizeBytes: number; mimeType: string },
  limits: WhatsAppLimits,
): MediaToSend['kind'] | null {
  const match = kinds.find(({ types, maxBytes }) => types.test(mimeType) && sizeBytes <= limits[maxBytes])
  if (match) return match.kind
  return sizeBytes <= limits.documentBytes ? 'document' : null
}
