// Files: multipart upload, file info, and download through a URL that is valid for five minutes.
import { createHash, createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appSecret } from '../credentials.ts'
import { type GraphError, graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { refuseCall, unknownObject } from '../guard.ts'
import { isRefusal, sendAccepted, sendError, sendFault } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'
import { isAcceptedType, isAvailable, maxBytes, type StandInFile } from './files.ts'

const urlLifetimeMs = 5 * 60_000
/** The size of the form around the file. */
const formOverheadBytes = 64 * 1024

export function mediaRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: maxBytes + formOverheadBytes }, (_request, body, done) =>
    done(null, body),
  )
  graphPaths(app, standIn).number('POST', '/media', 'whatsapp_business_messaging', (call, reply) => upload(standIn, call, reply))
  app.get('/_media/:id', (request, reply) => download(standIn, request, reply))
}

/** Stores bytes as a file; `from` decides for how long. */
export function storeFile(standIn: StandIn, bytes: Uint8Array, file: Pick<StandInFile, 'mime' | 'filename' | 'from'>): StandInFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored = { ...file, id: String(randomInt(1e14, 2.8e14)), sizeBytes: bytes.length, sha256, at: standIn.clock.now() }
  standIn.fileBytes.put(stored.id, bytes)
  standIn.record({ kind: 'file', file: stored })
  return stored
}

/** GET /{media-id}. */
export async function sendFileInfo(standIn: StandIn, { id, request }: Call, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: '', type: 'media-info' }, standIn.chance)
  if (isRefusal(fault)) return sendFault(reply, fault)
  const file = standIn.world.files.get(id)
  if (!file || !isAvailable(file, standIn.clock.now())) return sendError(reply, unknownObject('get', id))
  const { mime, sha256, sizeBytes } = file
  const expiresAt = standIn.clock.now() + urlLifetimeMs
  const url = `${request.protocol}://${request.host}/_media/${id}?until=${expiresAt}&proof=${urlProof(id, expiresAt)}`
  return reply.send({ messaging_product: 'whatsapp', url, mime_type: mime, sha256, file_size: String(sizeBytes), id })
}

export function deleteFile(standIn: StandIn, { id }: Call, reply: FastifyReply): FastifyReply {
  standIn.fileBytes.remove(id)
  standIn.record({ kind: 'fileGone', id })
  return reply.send({ success: true })
}

async function upload(standIn: StandIn, { request }: Call, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: '', type: 'media' }, standIn.chance)
  if (fault?.kind === 'delay' || fault?.kind === 'slow-media') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return sendFault(reply, fault)
  const form = await parseForm(request)
  const file = form?.get('file')
  if (!form || !(file instanceof File)) return sendError(reply, graphError(100, { message: 'The parameter file is required.' }))
  const error = refuseUpload(standIn, form, file)
  if (error) return sendError(reply, error)
  const mime = mimeType(form, file)
  const stored = storeFile(standIn, new Uint8Array(await file.arrayBuffer()), { mime, filename: file.name || null, from: 'business' })
  return sendAccepted(reply, fault, { id: stored.id })
}

function refuseUpload({ settings }: StandIn, form: FormData, file: File): GraphError | null {
  const unknown = [...form.keys()].find(name => !['file', 'type', 'messaging_product'].includes(name))
  if (unknown !== undefined)
    return graphError(100, { message: 'Invalid parameter', details: `Unexpected key "${unknown}" on param "body".` })
  if (form.get('messaging_product') !== 'whatsapp') return graphError(100, { message: 'The parameter messaging_product is required.' })
  if (!isAcceptedType(mimeType(form, file), settings.otherDocuments))
    return graphError(131053, { details: `Param file must be of a type that WhatsApp takes, not ${mimeType(form, file)}.` })
  if (file.size > maxBytes) return graphError(131053, { details: `Param file must be at most ${maxBytes} bytes.` })
  return file.size === 0 ? graphError(131053, { details: 'Param file must not be empty.' }) : null
}

function mimeType(form: FormData, file: File): string {
  const type = form.get('type')
  return ((typeof type === 'string' && type) || file.type).split(';')[0]?.trim().toLowerCase() ?? ''
}

async function parseForm({ body, headers }: FastifyRequest): Promise<FormData | null> {
  if (!Buffer.isBuffer(body)) return null
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null)
}

// At Meta this is another host, which also requires the token.
async function download(standIn: StandIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: '', type: 'download' }, standIn.chance)
  if (fault?.kind === 'delay' || fault?.kind === 'slow-media') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return sendFault(reply, fault)
  const error = refuseCall(standIn, request, 'whatsapp_business_messaging')
  if (error) return sendError(reply, error)
  const { id } = Object(request.params)
  const { until: expiresAt, proof } = Object(request.query)
  const file = standIn.world.files.get(id)
  const bytes = file && standIn.fileBytes.get(id)
  const isCurrent = proof === urlProof(id, Number(expiresAt)) && standIn.clock.now() < Number(expiresAt)
  if (!file || !bytes || !isCurrent) return reply.code(404).type('text/plain').send('Not found')
  return reply.header('content-disposition', 'attachment').header('x-content-type-options', 'nosniff').type(file.mime).send(bytes)
}

function urlProof(id: string, expiresAt: number): string {
  return createHmac('sha256', appSecret).update(`${id}:${expiresAt}`).digest('hex').slice(0, 32)
}
