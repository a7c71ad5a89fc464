// Buffers incoming messages within a memory limit that all SMTP sessions share.
import type { Readable } from 'node:stream'
import type { Translate } from '../../../../core/words/words.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { SmtpLimits } from './limits.ts'
import { SmtpRefusal } from './refused.ts'

export interface ReceiveBuffer {
  /** Passes the full email to `use`, and holds it until that is done; throws SmtpRefusal when it doesn't fit. */
  receive(stream: Readable & { sizeExceeded?: boolean }, use: (raw: Buffer) => Promise<void>): Promise<void>
}

export function openReceiveBuffer({ memoryBytes, receiveMs }: SmtpLimits, maxBytes: number, say: Translate<'mail'>): ReceiveBuffer {
  let heldBytes = 0

  const addChunk = (email: IncomingEmail, chunk: Buffer): void => {
    email.isFull = heldBytes + chunk.length > memoryBytes
    if (email.isFull) return
    email.chunks.push(chunk)
    email.bytes += chunk.length
    heldBytes += chunk.length
  }
  const release = (email: IncomingEmail): void => {
    heldBytes -= email.bytes
    email.bytes = 0
    email.chunks.length = 0
  }
  // A refused email is still read to its end, as the client reads our reply only then.
  const readAll = async (email: IncomingEmail, stream: Readable): Promise<void> => {
    const began = elapsed()
    for await (const chunk of stream) {
      if (!email.isSlow && elapsed() - began > receiveMs) {
        email.isSlow = true
        release(email)
      }
      if (Buffer.isBuffer(chunk) && !email.isFull && !email.isSlow && email.bytes <= maxBytes) addChunk(email, chunk)
    }
  }
  const throwIfRefused = ({ bytes, isSlow, isFull }: IncomingEmail, sizeExceeded = false): void => {
    if (sizeExceeded || bytes > maxBytes) throw new SmtpRefusal(552, say('smtp.too_large', { megabytes: Math.floor(maxBytes / 1048576) }))
    if (isSlow) throw new SmtpRefusal(451, say('smtp.too_slow'))
    if (isFull) throw new SmtpRefusal(452, say('smtp.busy'))
  }

  return {
    async receive(stream, use) {
      const email: IncomingEmail = { chunks: [], bytes: 0, isFull: false, isSlow: false }
      try {
        await readAll(email, stream)
        throwIfRefused(email, stream.sizeExceeded)
        await use(Buffer.concat(email.chunks))
      } finally {
        release(email)
      }
    },
  }
}

/** An email being received; nothing more is buffered once it is too slow or the memory is full. */
interface IncomingEmail {
  chunks: Buffer[]
  bytes: number
  isFull: boolean
  isSlow: boolean
}
