// Creates links that take a change of an account back without signing in; sealed, so that nobody can forge or read one.
import { z } from 'zod/mini'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'

const kinds = ['password', 'factor', 'phone', 'filter', 'export', 'key', 'passkey'] as const

const UndoLink = z.object({ userId: z.uuid(), kind: z.enum(kinds), id: z.uuid(), madeAt: z.date() })
/** The change, and what it was about: a phone, a filter … */
export type UndoLink = z.infer<typeof UndoLink>
export type Undoable = Pick<UndoLink, 'kind' | 'id'>

export interface UndoLinks {
  linkTo(userId: string, change: Undoable): string
}

export interface UndoLinkDeps {
  master: SealKey
  publicUrl: string
  now(): Date
}

const validMs = 7 * 86_400_000

export const openUndoLinks = ({ master, publicUrl, now }: UndoLinkDeps): UndoLinks => ({
  linkTo: (userId, change) => `${publicUrl}/undo/${sealToken(master, { userId, ...change, madeAt: now() })}`,
})

const tokenContext = { userId: 'undo', row: '', column: 'token' }
const idBytes = 16

// As bytes, because the router refuses path segments longer than 100 characters.
function sealToken(master: SealKey, { userId, kind, id, madeAt }: UndoLink): string {
  const head = Buffer.alloc(5)
  head.writeUInt8(kinds.indexOf(kind))
  head.writeUInt32BE(Math.floor(madeAt.getTime() / 1000), 1)
  return seal(master, Buffer.concat([head, toBytes(userId), toBytes(id)]), tokenContext).toString('base64url')
}

/** Null for a token that is not ours, or too old. */
export function openUndoToken(master: SealKey, token: string, now: Date): UndoLink | null {
  try {
    const opened = unseal(master, Buffer.from(token, 'base64url'), tokenContext)
    const link = UndoLink.parse({
      kind: kinds[opened.readUInt8()],
      madeAt: new Date(opened.readUInt32BE(1) * 1000),
      userId: toId(opened.subarray(5, 5 + idBytes)),
      id: toId(opened.subarray(5 + idBytes)),
    })
    return now.getTime() - link.madeAt.getTime() < validMs ? link : null
  } catch {
    return null
  }
}

const toBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const toId = (bytes: Buffer): string => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
