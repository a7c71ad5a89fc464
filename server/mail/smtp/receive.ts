// Takes the text of a mail from the wire, within what all mails together may hold of our memory and time.
import type { Readable } from 'node:stream'
import type { Translate } from '../../../core/words/words.ts'
import { elapsed } from '../../clock.ts'
import type { SmtpLimits } from './limits.ts'
import { Refused } from './refused.ts'

export interface Room {
  /** The whole mail is given to `use` and held until it is done; throws Refused for one that does not fit. */
  receive(stream: Readable & { sizeExceeded?: boolean }, use: (raw: Buffer) => Promise<void>): Promise<void>
}

export function openRoom({ memoryBytes, receiveMs }: SmtpLimits, maxBytes: number, say: Translate<'mail'>): Room {
  let heldBytes = 0
  return {
    async receive(stream, use) {
      const chunks: Buffer[] = []
      let bytes = 0
      let isFull = false
      let isSlow = false
      const began = elapsed()
      const letGo = () => {
        heldBytes -= bytes
        bytes = 0
        chunks.length = 0
      }
      try {
        // A sender that is refused is still read to its end: it hears the answer only then.
        for await (const chunk of stream) {
          if (!isSlow && elapsed() - began > receiveMs) {
            isSlow = true
            letGo()
          }
          if (!Buffer.isBuffer(chunk) || isFull || isSlow || bytes > maxBytes) continue
          isFull = heldBytes + chunk.length > memoryBytes
          if (isFull) continue
          chunks.push(chunk)
          bytes += chunk.length
          heldBytes += chunk.length
        }
        if (stream.sizeExceeded || bytes > maxBytes)
          throw new Refused(552, say('smtp.too_large', { megabytes: Math.floor(maxBytes / 1048576) }))
        if (isSlow) throw new Refused(451, say('smtp.too_slow'))
        if (isFull) throw new Refused(452, say('smtp.busy'))
        await use(Buffer.concat(chunks))
      } finally {
        letGo()
      }
    },
  }
}
