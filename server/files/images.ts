// Re-encodes pictures, at most two at a time, with limits on time and pixels.
import { z } from 'zod/mini'
import { elapsed } from '../foundation/clock.ts'
import { HttpError } from '../foundation/http/errors.ts'
import { wrongType } from './errors.ts'
import { sniff } from './sniff.ts'

export interface Images {
  /** A square of at most 512 pixels, in WebP, without metadata. */
  toAvatar(bytes: Buffer): Promise<Buffer>
  /** The picture with the requested size, fit and quality. */
  transform(bytes: Buffer, options: Transform): Promise<Buffer>
}

const avatarSide = 512
const maxPixels = 50_000_000
const maxRunning = 2
const maxWaiting = 8
const deadlineSeconds = 10

let loading: ReturnType<typeof loadSharp> | undefined

/** Loaded with the first picture: most servers go for days without one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread per picture leaves threads of the shared pool to others. No user data stays in a cache.
  sharp.concurrency(1)
  sharp.cache(false)
  // Decoders for rare formats are what attackers target.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map(kind => `VipsForeignLoad${kind}`) })
  return sharp
}

export function openImages(): Images {
  const enqueue = openQueue()
  return {
    toAvatar: bytes => enqueue(async () => (await cropSquare(bytes)).webp({ quality: 82 }).toBuffer()),
    transform: (bytes, { width, height, resize, quality }) =>
      enqueue(async () =>
        (await openPicture(bytes)).picture
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

async function cropSquare(bytes: Buffer) {
  const found = sniff(bytes)
  if (!found || !formats[found]) throw wrongType(found ?? 'of these bytes')
  const { width, height, format } = await (await openPicture(bytes)).picture.metadata()
  if (format !== formats[found]) throw wrongType(found)
  const side = Math.min(avatarSide, width, height)
  const { picture } = await openPicture(bytes)
  return picture.autoOrient().resize(side, side, { fit: 'cover' })
}

/** In an object: a picture is a stream, not a value to wait for. */
async function openPicture(bytes: Buffer) {
  loading ??= loadSharp()
  const sharp = await loading
  return { picture: sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: false }).timeout({ seconds: deadlineSeconds }) }
}

function openQueue() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const since = elapsed()
    if (running >= maxRunning) {
      if (waiting.length >= maxWaiting) throw tooBusy()
      await new Promise<void>(start => waiting.push(start))
    } else running++
    try {
      if (elapsed() - since > deadlineSeconds * 1000) throw tooBusy()
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

const tooBusy = (): HttpError => new HttpError(503, 'SlowDown', 'Too many pictures are being uploaded at once. Try again in a minute.')

function unreadable(error: unknown): HttpError {
  const isLarge = error instanceof Error && /pixel limit/i.test(error.message)
  const reason = isLarge ? 'The picture has too many pixels' : 'The picture cannot be read'
  return new HttpError(400, 'InvalidRequest', `${reason}. Choose another, as PNG, JPEG, WebP or GIF.`)
}

const side = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2500))

/** The parameters of storage-api, which are strings in a query. */
export const Transform = z.object({
  width: z.optional(side),
  height: z.optional(side),
  resize: z.optional(z.enum(['cover', 'contain', 'fill'])),
  quality: z.optional(z.coerce.number().check(z.int(), z.minimum(20), z.maximum(100))),
  format: z.optional(z.enum(['origin', 'avif'])),
})
export type Transform = z.infer<typeof Transform>
