// Links that open one attachment of one email for seven days; sealed with its user's own key.
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

export interface AttachmentLink {
  /** Of the delivery whose message it stands in; of the email itself where it was made for its owner, who is signed in. */
  id: string
  isOwn: boolean
  n: number
  until: Date
}

export const linkMs = 7 * 86_400_000
/** Of one that an owner's page holds. */
export const ownLinkMs = 3_600_000

export const madeAt = ({ isOwn, until }: AttachmentLink): Date => new Date(until.getTime() - (isOwn ? ownLinkMs : linkMs))

const placeOf = (userId: string) => ({ userId, row: '', column: 'mail_link' })
const sealedBytes = 26
/** Of the place; an email has far fewer files. */
const ownBit = 0x8000

/** The person, and under a tag of 128 bits the email or the delivery, the place and the hour. */
export function sealAttachmentLink(contentKey: SealKey, userId: string, { id, isOwn, n, until }: AttachmentLink): string {
  const plain = Buffer.alloc(sealedBytes)
  plain.write(id.replaceAll('-', ''), 0, 'hex')
  plain.writeUInt16BE(isOwn ? n | ownBit : n, 16)
  plain.writeBigUInt64BE(BigInt(until.getTime()), 18)
  return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), seal(contentKey, plain, placeOf(userId))]).toString('base64url')
}

/** Whose it says it is; null for what is no link. */
export function userIdIn(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.length === 16 + 28 + sealedBytes ? uuidOf(bytes.subarray(0, 16)) : null
}

/** Null for one that we did not make for this person, or whose time is over. */
export function openAttachmentLink(contentKey: SealKey, userId: string, token: string, now: Date): AttachmentLink | null {
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
