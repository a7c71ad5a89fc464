// Links that open one attachment of one email for seven days, sealed with the user's own key.
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

export interface AttachmentLink {
  /** The delivery whose message contains the link; the email itself for an owner's link. */
  id: string
  /** Created for the signed-in owner of the email. */
  isOwnerLink: boolean
  n: number
  expiresAt: Date
}

export const linkMs = 7 * 86_400_000
/** Lifetime of a link on the owner's own page. */
export const ownLinkMs = 3_600_000

export const createdAt = ({ isOwnerLink, expiresAt }: AttachmentLink): Date =>
  new Date(expiresAt.getTime() - (isOwnerLink ? ownLinkMs : linkMs))

const linkContext = (userId: string) => ({ userId, row: '', column: 'mail_link' })
const plainBytes = 26
/** Marks an owner's link in the file number; an email has far fewer files. */
const ownerBit = 0x8000

/** The user id in the clear, then sealed: the email or delivery id, the file number and the expiry. */
export function sealAttachmentLink(contentKey: SealKey, userId: string, { id, isOwnerLink, n, expiresAt }: AttachmentLink): string {
  const plain = Buffer.alloc(plainBytes)
  plain.write(id.replaceAll('-', ''), 0, 'hex')
  plain.writeUInt16BE(isOwnerLink ? n | ownerBit : n, 16)
  plain.writeBigUInt64BE(BigInt(expiresAt.getTime()), 18)
  return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), seal(contentKey, plain, linkContext(userId))]).toString('base64url')
}

/** The user id in a token, not yet verified; null for a malformed token. */
export function userIdIn(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  return bytes.length === 16 + 28 + plainBytes ? formatUuid(bytes.subarray(0, 16)) : null
}

/** Null for a link that we did not create for this user, or that has expired. */
export function openAttachmentLink(contentKey: SealKey, userId: string, token: string, now: Date): AttachmentLink | null {
  try {
    const plain = unseal(contentKey, Buffer.from(token, 'base64url').subarray(16), linkContext(userId))
    const expiresAt = new Date(Number(plain.readBigUInt64BE(18)))
    const fileNumber = plain.readUInt16BE(16)
    const isOwnerLink = fileNumber >= ownerBit
    return expiresAt <= now
      ? null
      : { id: formatUuid(plain.subarray(0, 16)), isOwnerLink, n: isOwnerLink ? fileNumber - ownerBit : fileNumber, expiresAt }
  } catch {
    return null
  }
}

const formatUuid = (bytes: Buffer): string => bytes.toString('hex').replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
