// A link that opens one file of one mail for seven days: sealed with its person's own key, so that nobody makes, changes or guesses one.
import { type Key, seal, unseal } from '../../seal.ts'

export interface MailLink {
  /** Of the delivery whose message it stands in; of the mail itself where it was made for its owner, who is signed in. */
  id: string
  isOwn: boolean
  n: number
  until: Date
}

export const linkMs = 7 * 86_400_000
/** Of one that an owner's page holds. */
export const ownLinkMs = 3_600_000

export const madeAt = ({ isOwn, until }: MailLink): Date => new Date(until.getTime() - (isOwn ? ownLinkMs : linkMs))

const placeOf = (userId: string) => ({ userId, row: '', column: 'mail_link' })
const sealedBytes = 26
/** Of the place; a mail has far fewer files. */
const ownBit = 0x8000

/** The person, and under a tag of 128 bits the mail or the delivery, the place and the hour. */
export function sealMailLink(contentKey: Key, userId: string, { id, isOwn, n, until }: MailLink): string {
  const plain = Buffer.alloc(sealedBytes)
  plain.write(id.replaceAll('-', ''), 0, 'hex')
  plain.writeUInt16BE(isOwn ? n | ownBit : n, 16)
  plain.writeBigUInt64BE(BigInt(until.getTime()), 18)
  return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), seal(contentKey, plain, placeOf(userId))]).toString('base64url')
}

/** Whose it says it is; null for what is no link. */
export function personIn(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.length === 16 + 28 + sealedBytes ? uuidOf(bytes.subarray(0, 16)) : null
}

/** Null for one that we did not make for this person, or whose time is over. */
export function openMailLink(contentKey: Key, userId: string, token: string, now: Date): MailLink | null {
  try {
    const plain = unseal(contentKey, Buffer.from(token, 'base64url').subarray(16), placeOf(userId))
    const until = new Date(Number(plain.readBigUInt64BE(18)))
    const place = plain.readUInt16BE(16)
    const isOwn = place >= ownBit
    return until <= now ? null : { id: uuidOf(plain.subarray(0, 16)), isOwn, n: isOwn ? place - ownBit : place, until }
  } catch {
    return null
  }
}

const uuidOf = (bytes: Buffer): string => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
