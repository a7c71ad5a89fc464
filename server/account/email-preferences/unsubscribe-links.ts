// Creates links that turn off one kind of email without signing in; sealed, so that nobody can forge or read one.
import { z } from 'zod/mini'
import { NoticeKind } from '../../../core/api/settings.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'
import { isEmailWanted } from './store.ts'

export interface EmailPreferences {
  isWanted(db: Db, userId: string, kind: NoticeKind): Promise<boolean>
  /** The unsubscribe page for this kind and user; it supports one-click unsubscribing (RFC 8058). */
  unsubscribeLink(userId: string, kind: NoticeKind): string
}

export function openEmailPreferences({ master, publicUrl }: { master: SealKey; publicUrl: string }): EmailPreferences {
  return {
    isWanted: isEmailWanted,
    unsubscribeLink: (userId, kind) => `${publicUrl}/unsubscribe/${sealToken(master, userId, kind)}`,
  }
}

const tokenContext = { userId: 'unsubscribe', row: '', column: 'token' }
const TokenContent = z.object({ userId: z.uuid(), kind: NoticeKind })
const idBytes = 16

// Stores the id as bytes, because the router refuses path segments longer than 100 characters.
const sealToken = (master: SealKey, userId: string, kind: NoticeKind): string =>
  seal(master, Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(kind)]), tokenContext).toString('base64url')

/** The user and kind in a token; null when we did not create it. */
export function openUnsubscribeToken(master: SealKey, token: string): { userId: string; kind: NoticeKind } | null {
  try {
    const opened = unseal(master, Buffer.from(token, 'base64url'), tokenContext)
    const userId = opened.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return TokenContent.parse({ userId, kind: opened.toString('utf8', idBytes) })
  } catch {
    return null
  }
}
