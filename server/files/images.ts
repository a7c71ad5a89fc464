// Re-encodes pictures: at most two at a time, with limits on time and pixels.
import sharp from 'sharp'
import { z } from 'zod/mini'
import { elapsed } from '../foundation/clock.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { wrongType } from './errors.ts'
import { sniff } from './sniff.ts'

export interface Images {
  /** A square of 512 pixels at most, in WebP, with nothing but the picture in it. */
  toAvatar(bytes: Buffer): Promise<Buffer>
  /** The same picture as it was asked for. */
  transform(bytes: Buffer, how: Transform): Promise<Buffer>
}

const avatarSide = 512
const mostPixels = 50_000_000
const atOnce = 2
const mostWaiting = 8
const deadlineSeconds = 10

// One thread a picture: the pool of threads that all share keeps some for others. Nothing of a person stays in a cache.
sharp.concurrency(1)
sharp.cache(false)
// Readers of other formats are what attacks are made for.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map(kind => `VipsForeignLoad${kind}`) })

export function openImages(): Images {
  const inTurn = openTurns()
  return {
    toAvatar: bytes => inTurn(async () => (await squareOf(bytes)).webp({ quality: 82 }).toBuffer()),
    transform: (bytes, { width, height, resize, quality }) =>
      inTurn(async () =>
        opened(bytes)
          .resize({
            ...(width && { width: Math.min(width, avatarSide) }),
            ...(height && { height: Math.min(height, avatarSide) }),
            fit: fits[resize ?? 'cover'],
            withoutEnlargement: resize !== 'fill',
          })
          .webp({ quality: quality ?? 80 })
          .toBuffer(),
      ),
  }
}

const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const

const formats: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/gif': 'gif' }

async function squareOf(bytes: Buffer) {
  const found = sniff(bytes)
  if (!found || !formats[found]) throw wrongType(found ?? 'of these bytes')
  const { width, height, format } = await opened(bytes).metadata()
  if (format !== formats[found]) throw wrongType(found)
  const side = Math.min(avatarSide, width, height)
  return opened(bytes).autoOrient().resize(side, side, { fit: 'cover' })
}

const opened = (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false }).timeout({ seconds: deadlineSeconds })

function openTurns() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const since = elapsed()
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw busy()
      await new Promise<void>(go => waiting.push(go))
    } else running++
    try {
      if (elapsed() - since > deadlineSeconds * 1000) throw busy()
      return await work()
    } catch (error) {
      throw error instanceof HttpError ? error : unreadable(error)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const busy = (): HttpError => new HttpError(503, 'SlowDown', 'Too many pictures come in at once. Try again in a minute.')

function unreadable(error: unknown): HttpError {
  const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
  const why = isLarge ? 'The picture has too many pixels' : 'The picture cannot be read'
  return new HttpError(400, 'InvalidRequest', `${why}. Choose another, as PNG, JPEG, WebP or GIF.`)
}

const side = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2500))

/** The parameters of storage-api; from a query they come as text. */
export const Transform = z.object({
  width: z.optional(side),
  height: z.optional(side),
  resize: z.optional(z.enum(['cover', 'contain', 'fill'])),
  quality: z.optional(z.coerce.number().check(z.int(), z.minimum(20), z.maximum(100))),
  format: z.optional(z.enum(['origin', 'avif'])),
})
export type Transform = z.infer<typeof Transform>
