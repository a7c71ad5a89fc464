// Parses a raw message with its faults repaired, and says what of it nobody can read here.
import PostalMime, { type Email } from 'postal-mime'
import { repairMail } from './repair/repair.ts'

// Each header line costs parser time, and honest emails have a few hundred.
const parsing = { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true, maxHeadersSize: 512 * 1024 } as const

export const readMail = async (raw: Buffer): Promise<Email> => PostalMime.parse(repairMail(raw), parsing)

/** `encrypted`: only the reader's own program has the key. `broken`: parts were declared, and none was found. */
export function findUnreadable(email: Email): 'encrypted' | 'broken' | null {
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  const text = email.text?.trim() ?? ''
  if (/^multipart\/encrypted\b/i.test(type) || /^application\/(?:x-)?pkcs7-mime\b/i.test(type) || isArmored(text)) return 'encrypted'
  const isEmpty = text === '' && !email.html?.trim() && email.attachments.length === 0
  return isEmpty && /^multipart\//i.test(type) ? 'broken' : null
}

/** PGP within the text (RFC 9580 §6.2). */
const isArmored = (text: string): boolean => /^-----BEGIN PGP MESSAGE-----\r?$/m.test(text.slice(0, 200))
