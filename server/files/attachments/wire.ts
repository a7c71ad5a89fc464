// Serves GET /a/:token: downloads an attachment that is never shown inline, cached or indexed.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { createdAt, openAttachmentLink, userIdIn } from './link.ts'
import { hasAttachments, openAttachment } from './store.ts'

export interface AttachmentDeps {
  db: Db
  keys: Pick<UserKeys, 'contentKeyOf'>
  now(): Date
  /** The email of a delivery; null when its filter does not allow attachments. */
  findMessageOfLink(userId: string, deliveryId: string): Promise<string | null>
  /** The text for a link that does not work. */
  notFoundText: string
}

const Params = z.object({ token: z.string().check(z.maxLength(200)) })

const headers = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; sandbox",
}

export function mountAttachments(app: FastifyInstance, deps: AttachmentDeps): void {
  app.get('/a/:token', { schema: { hide: true } }, async (request, reply) => {
    void reply.headers(headers)
    const file = await findAttachment(deps, Params.safeParse(request.params).data?.token ?? '')
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send(`${deps.notFoundText}\n`)
    void reply
      .type(safeType(file.type))
      .header('content-length', String(file.sizeBytes))
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeFileName(file.name || 'file')}`)
    return reply.send(Readable.from(file.bytes(), { objectMode: false }))
  })
}

/** Returns early for unknown users, so that no keys are created for them. */
async function findAttachment({ db, keys, now, findMessageOfLink }: AttachmentDeps, token: string) {
  const userId = userIdIn(token)
  if (userId === null || !(await hasAttachments(db, userId))) return null
  const contentKey = await keys.contentKeyOf(db, userId)
  const link = openAttachmentLink(contentKey, userId, token, now())
  const messageId = link && (link.isOwnerLink ? link.id : await findMessageOfLink(userId, link.id))
  if (!link || messageId === null) return null
  const file = await openAttachment(db, userId, contentKey, messageId, link.n, now())
  return file?.linksClosedAt && createdAt(link) <= file.linksClosedAt ? null : file
}

/** Serves everything that a browser might execute or render as plain bytes. */
const safeType = (type: string): string =>
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(?:pdf|zip|gzip|msword|vnd\.[\w.+-]+))$/.test(type)
    ? type
    : 'application/octet-stream'

const encodeFileName = (name: string): string =>
  encodeURIComponent(name.slice(0, 200).toWellFormed()).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16)}`)
