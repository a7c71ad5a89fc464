// GET /a/:token: downloads an attachment, never shown inline, cached or indexed.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { madeAt, openAttachmentLink, userIdIn } from './link.ts'
import { hasMailFiles, openMailFile } from './store.ts'

export interface AttachmentDeps {
  db: Db
  keys: Pick<PersonKeys, 'contentKeyOf'>
  now(): Date
  /** The email of a delivery; null where its filter lets no files of it be had by now. */
  showsFiles(userId: string, deliveryId: string): Promise<string | null>
  /** What somebody reads whose link opens nothing. */
  gone: string
}

const Asked = z.object({ token: z.string().check(z.maxLength(200)) })

const headers = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function mountMailFiles(app: FastifyInstance, deps: AttachmentDeps): void {
  app.get('/a/:token', { schema: { hide: true } }, async (request, reply) => {
    void reply.headers(headers)
    const file = await find(deps, Asked.safeParse(request.params).data?.token ?? '')
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send(`${deps.gone}\n`)
    void reply
      .type(safeType(file.type))
      .header('content-length', String(file.sizeBytes))
      .header('content-disposition', `attachment; filename*=UTF-8''${rfc5987(file.name || 'file')}`)
    return reply.send(Readable.from(file.bytes(), { objectMode: false }))
  })
}

/** Somebody who is unknown here, or has left, has no files: nothing is made for them. */
async function find({ db, keys, now, showsFiles }: AttachmentDeps, token: string) {
  const userId = userIdIn(token)
  if (userId === null || !(await hasMailFiles(db, userId))) return null
  const contentKey = await keys.contentKeyOf(db, userId)
  const link = openAttachmentLink(contentKey, userId, token, now())
  const messageId = link && (link.isOwn ? link.id : await showsFiles(userId, link.id))
  if (!link || messageId === null) return null
  const file = await openMailFile(db, userId, contentKey, messageId, link.n, now())
  return file?.linksClosedAt && madeAt(link) <= file.linksClosedAt ? null : file
}

/** What a browser might run or draw is bytes to it. */
const safeType = (type: string): string =>
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|zip|gzip|msword|vnd\.[\w.+-]+))$/.test(type)
    ? type
    : 'application/octet-stream'

const rfc5987 = (name: string): string =>
  encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16)}`)
