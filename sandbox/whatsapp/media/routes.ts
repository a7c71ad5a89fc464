// Files: upload by multipart, what is known of one, its bytes behind an address that lives five minutes.
import { createHash, createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appSecret } from '../credentials.ts'
import { type GraphError, graphError } from '../errors.ts'
import { type Call, graphPaths } from '../graph/paths.ts'
import { refuseCall, unknownObject } from '../guard.ts'
import { answerAccepted, isRefusal, refuse, sendError } from '../misbehave.ts'
import type { StandIn } from '../stand-in.ts'
import { isKept, isTaken, mostBytes, type StoredFile } from './files.ts'

const addressMs = 5 * 60_000
/** The form around the file. */
const slackBytes = 64 * 1024

export function mediaRoutes(app: FastifyInstance, standIn: StandIn): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit: mostBytes + slackBytes }, (_request, body, done) =>
    done(null, body),
  )
  graphPaths(app, standIn).number('POST', '/media', 'whatsapp_business_messaging', (call, reply) => upload(standIn, call, reply))
  app.get('/_media/:id', (request, reply) => download(standIn, request, reply))
}

/** Keeps bytes as a file; `from` decides how long. */
export function keepFile(standIn: StandIn, bytes: Uint8Array, file: Pick<StoredFile, 'mime' | 'filename' | 'from'>): StoredFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kept = { ...file, id: String(randomInt(1e14, 2.8e14)), sizeBytes: bytes.length, sha256, at: standIn.clock.now() }
  standIn.fileBytes.put(kept.id, bytes)
  standIn.record({ kind: 'file', file: kept })
  return kept
}

/** GET /{media-id}. */
export async function readFile(standIn: StandIn, { id, request }: Call, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: '', type: 'media-info' }, standIn.chance)
  if (isRefusal(fault)) return refuse(reply, fault)
  const file = standIn.world.files.get(id)
  if (!file || !isKept(file, standIn.clock.now())) return sendError(reply, unknownObject('get', id))
  const { mime, sha256, sizeBytes } = file
  const until = standIn.clock.now() + addressMs
  const url = `${request.protocol}://${request.host}/_media/${id}?until=${until}&proof=${proofOf(id, until)}`
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
  if (isRefusal(fault)) return refuse(reply, fault)
  const form = await formOf(request)
  const file = form?.get('file')
  if (!form || !(file instanceof File)) return sendError(reply, graphError(100, { message: 'The parameter file is required.' }))
  const wrong = refuseUpload(standIn, form, file)
  if (wrong) return sendError(reply, wrong)
  const mime = mimeOf(form, file)
  const kept = keepFile(standIn, new Uint8Array(await file.arrayBuffer()), { mime, filename: file.name || null, from: 'business' })
  return answerAccepted(reply, fault, { id: kept.id })
}

function refuseUpload({ settings }: StandIn, form: FormData, file: File): GraphError | null {
  const unknown = [...form.keys()].find(name => !['file', 'type', 'messaging_product'].includes(name))
  if (unknown !== undefined)
    return graphError(100, { message: 'Invalid parameter', details: `Unexpected key "${unknown}" on param "body".` })
  if (form.get('messaging_product') !== 'whatsapp') return graphError(100, { message: 'The parameter messaging_product is required.' })
  if (!isTaken(mimeOf(form, file), settings.otherDocuments))
    return graphError(131053, { details: `Param file must be of a type that WhatsApp takes, not ${mimeOf(form, file)}.` })
  if (file.size > mostBytes) return graphError(131053, { details: `Param file must be at most ${mostBytes} bytes.` })
  return file.size === 0 ? graphError(131053, { details: 'Param file must not be empty.' }) : null
}

function mimeOf(form: FormData, file: File): string {
  const type = form.get('type')
  return ((typeof type === 'string' && type) || file.type).split(';')[0]?.trim().toLowerCase() ?? ''
}

async function formOf({ body, headers }: FastifyRequest): Promise<FormData | null> {
  if (!Buffer.isBuffer(body)) return null
  const type = headers['content-type'] ?? ''
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null)
}

// On Meta's side this is another host, which sees the token too.
async function download(standIn: StandIn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fault = standIn.faults.takeForRequest({ to: '', type: 'download' }, standIn.chance)
  if (fault?.kind === 'delay' || fault?.kind === 'slow-media') await new Promise<void>(done => standIn.clock.after(fault.ms, done))
  if (isRefusal(fault)) return refuse(reply, fault)
  const refused = refuseCall(standIn, request, 'whatsapp_business_messaging')
  if (refused) return sendError(reply, refused)
  const { id } = Object(request.params)
  const { until, proof } = Object(request.query)
  const file = standIn.world.files.get(id)
  const bytes = file && standIn.fileBytes.get(id)
  const isCurrent = proof === proofOf(id, Number(until)) && standIn.clock.now() < Number(until)
  if (!file || !bytes || !isCurrent) return reply.code(404).type('text/plain').send('Not found')
  return reply.header('content-disposition', 'attachment').header('x-content-type-options', 'nosniff').type(file.mime).send(bytes)
}

function proofOf(id: string, until: number): string {
  return createHmac('sha256', appSecret).update(`${id}:${until}`).digest('hex').slice(0, 32)
}
