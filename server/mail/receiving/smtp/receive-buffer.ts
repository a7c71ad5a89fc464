// Receives a message's data within a memory limit that all SMTP sessions share.
import type { Readable } from 'node:stream'
import type { Translate } from '../../../../core/words/words.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { SmtpLimits } from './limits.ts'
import { Refused } from './refused.ts'

export interface ReceiveBuffer {
  /** The whole mail is given to `use` and held until it is done; throws Refused for one that does not fit. */
  receive(stream: Readable & { sizeExceeded?: boolean }, use: (raw: Buffer) => Promise<void>): Promise<void>
}

export function openReceiveBuffer({ memoryBytes, receiveMs }: SmtpLimits, maxBytes: number, say: Translate<'mail'>): ReceiveBuffer {
  let heldBytes = 0

  const keep = (mail: Coming, chunk: Buffer): void => {
    mail.isFull = heldBytes + chunk.length > memoryBytes
    if (mail.isFull) return
    mail.chunks.push(chunk)
    mail.bytes += chunk.length
    heldBytes += chunk.length
  }
  const letGo = (mail: Coming): void => {
    heldBytes -= mail.bytes
    mail.bytes = 0
    mail.chunks.length = 0
  }
  // A sender that is refused is still read to its end: it hears the answer only then.
  const readAll = async (mail: Coming, stream: Readable): Promise<void> => {
    const began = elapsed()
    for await (const chunk of stream) {
      if (!mail.isSlow && elapsed() - began > receiveMs) {
        mail.isSlow = true
        letGo(mail)
      }
      if (Buffer.isBuffer(chunk) && !mail.isFull && !mail.isSlow && mail.bytes <= maxBytes) keep(mail, chunk)
    }
  }
  const refuse = ({ bytes, isSlow, isFull }: Coming, sizeExceeded = false): void => {
    if (sizeExceeded || bytes > maxBytes) throw new Refused(552, say('smtp.too_large', { megabytes: Math.floor(maxBytes / 1048576) }))
    if (isSlow) throw new Refused(451, say('smtp.too_slow'))
    if (isFull) throw new Refused(452, say('smtp.busy'))
  }

  return {
    async receive(stream, use) {
      const mail: Coming = { chunks: [], bytes: 0, isFull: false, isSlow: false }
      try {
        await readAll(mail, stream)
        refuse(mail, stream.sizeExceeded)
        await use(Buffer.concat(mail.chunks))
      } finally {
        letGo(mail)
      }
    },
  }
}

/** What was taken of a mail so far; of one that is too slow, or for which there is no room, nothing more is. */
interface Coming {
  chunks: Buffer[]
  bytes: number
  isFull: boolean
  isSlow: boolean
}
