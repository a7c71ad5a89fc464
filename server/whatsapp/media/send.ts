// Uploads a file once for everyone who gets it, and sends it as the kind that WhatsApp shows best.
import type { Db } from '../../foundation/db/pool.ts'
import { digest } from '../../foundation/seal.ts'
import type { Accepted, Graph, GraphFailure } from '../client.ts'
import type { WhatsAppLimits } from '../limits.ts'
import type { Upload } from '../multipart.ts'
import { fileContent, type MediaToSend, payloadFor, type SendOptions } from '../payload/message.ts'
import type { WhatsAppUser } from '../payload/shapes.ts'
import { findUpload, keepUpload } from './owners.ts'

export interface MediaDeps {
  db: Db
  graph: Graph
  now: Date
}

/** Of one that failed before anything was sent to the person, so that its silence leaves nothing unknown. */
export type UploadFailure = { kind: 'not_uploaded'; failure: GraphFailure } | { kind: 'too_large' }

// Meta keeps an upload for 30 days; a day before that it is no longer counted on.
export const uploadKeptMs = 29 * 86_400_000

export async function sendFile(
  deps: MediaDeps,
  to: WhatsAppUser,
  upload: Upload,
  caption: string,
  around: SendOptions,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = await prepareFile(deps, upload)
  return file.kind === 'ready' ? sendPrepared(deps, to, file.file, upload, caption, around) : file
}

/** A file that Meta has. `isKnown`: from before, so that it may have forgotten it. */
export interface PreparedFile {
  kind: MediaToSend['kind']
  id: string
  isKnown: boolean
}

/** Uploaded where Meta has it not; nothing leaves for the person yet. */
export async function prepareFile(deps: MediaDeps, upload: Upload): Promise<{ kind: 'ready'; file: PreparedFile } | UploadFailure> {
  const kind = kindOf({ mimeType: upload.mimeType, sizeBytes: upload.bytes.length }, deps.graph.limits)
  if (!kind) return { kind: 'too_large' }
  const known = await findUpload(deps.db, keyOf(deps, upload), new Date(deps.now.getTime() - uploadKeptMs))
  if (known) return { kind: 'ready', file: { kind, id: known, isKnown: true } }
  const fresh = await deps.graph.uploadMedia(upload)
  if (fresh.kind !== 'uploaded') return { kind: 'not_uploaded', failure: fresh }
  await keepUpload(deps.db, keyOf(deps, upload), fresh.mediaId, deps.now)
  return { kind: 'ready', file: { kind, id: fresh.mediaId, isKnown: false } }
}

/** What Meta has forgotten is uploaded anew. */
export async function sendPrepared(
  deps: MediaDeps,
  to: WhatsAppUser,
  { kind, id, isKnown }: PreparedFile,
  upload: Upload,
  caption: string,
  around: SendOptions,
): Promise<Accepted | GraphFailure | UploadFailure> {
  const file = { kind, filename: upload.filename, caption }
  const sent = await post(deps, to, { ...file, id }, around)
  if (!isKnown || !isForgotten(sent)) return sent
  const fresh = await deps.graph.uploadMedia(upload)
  if (fresh.kind !== 'uploaded') return { kind: 'not_uploaded', failure: fresh }
  await keepUpload(deps.db, keyOf(deps, upload), fresh.mediaId, deps.now)
  return post(deps, to, { ...file, id: fresh.mediaId }, around)
}

const post = ({ graph }: MediaDeps, to: WhatsAppUser, file: MediaToSend, around: SendOptions) => {
  const { caption, ...bare } = file
  const content = fileContent(graph.limits, file.kind === 'audio' || !caption ? bare : file)
  return graph.postMessage(payloadFor(graph.limits, to, content, around))
}

const keyOf = ({ graph }: MediaDeps, { bytes, mimeType }: Upload) => ({ numberId: graph.numberId, contentHash: digest(bytes), mimeType })

// An id that Meta no longer has is a bad parameter or a file that it cannot load.
const forgottenCodes = new Set([100, 131009, 131052, 131053])
const isForgotten = (result: Accepted | GraphFailure): boolean => result.kind === 'graph' && forgottenCodes.has(result.code ?? -1)

const kinds: { kind: 'image' | 'audio' | 'video'; types: RegExp; most: keyof WhatsAppLimits }[] = [
  { kind: 'image', types: /^image\/(jpeg|png)$/, most: 'imageBytes' },
  { kind: 'audio', types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 'audioBytes' },
  { kind: 'video', types: /^video\/(mp4|3gpp)$/, most: 'videoBytes' },
]

/** What a file is sent as; what is of no such kind, or too large for it, is a document. Null: too large for that too. */
export function kindOf(
  { sizeBytes, mimeType }: { sizeBytes: number; mimeType: string },
  limits: WhatsAppLimits,
): MediaToSend['kind'] | null {
  const fitting = kinds.find(({ types, most }) => types.test(mimeType) && sizeBytes <= limits[most])
  if (fitting) return fitting.kind
  return sizeBytes <= limits.documentBytes ? 'document' : null
}
