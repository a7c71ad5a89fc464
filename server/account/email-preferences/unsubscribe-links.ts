// Links that turn off one kind of email without signing in; sealed, so that nobody can forge or read one.
import { z } from 'zod/mini'
import { NoticeKind } from '../../../core/api/settings.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { type SealKey, seal, unseal } from '../../foundation/seal.ts'
import { isEmailWanted } from './store.ts'

export interface EmailPreferences {
  isWanted(db: Db, userId: string, kind: NoticeKind): Promise<boolean>
  /** The page that turns this kind off for this person, also by one click (RFC 8058). */
  stopLink(userId: string, kind: NoticeKind): string
}

export function openEmailPreferences({ master, publicUrl }: { master: SealKey; publicUrl: string }): EmailPreferences {
  return {
    isWanted: isEmailWanted,
    stopLink: (userId, kind) => `${publicUrl}/unsubscribe/${tokenFor(master, userId, kind)}`,
  }
}

const place = { userId: 'unsubscribe', row: '', column: 'token' }
const Named = z.object({ userId: z.uuid(), kind: NoticeKind })
const idBytes = 16

// The id goes in as bytes: longer parts of a URL than 100 characters are refused by the router.
const tokenFor = (master: SealKey, userId: string, kind: NoticeKind): string =>
  seal(master, Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(kind)]), place).toString('base64url')

/** Whose link it is and of which kind; null when we did not make it. */
export function openUnsubscribeToken(master: SealKey, token: string): { userId: string; kind: NoticeKind } | null {
  try {
    const opened = unseal(master, Buffer.from(token, 'base64url'), place)
    const userId = opened.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return Named.parse({ userId, kind: opened.toString('utf8', idBytes) })
  } catch {
    return null
  }
}
