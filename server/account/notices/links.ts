// Links that turn a kind of notice off without signing in: sealed, so that nobody makes or reads one.
import { z } from 'zod/mini'
import { NoticeKind } from '../../../core/api/settings.ts'
import type { Db } from '../../db/pool.ts'
import { type Key, seal, unseal } from '../../seal.ts'
import { isNoticeWanted } from './store.ts'

export interface Notices {
  isWanted(db: Db, userId: string, kind: NoticeKind): Promise<boolean>
  /** The page that turns this kind off for this person, also by one click (RFC 8058). */
  stopLink(userId: string, kind: NoticeKind): string
}

export function openNotices({ master, publicUrl }: { master: Key; publicUrl: string }): Notices {
  return {
    isWanted: isNoticeWanted,
    stopLink: (userId, kind) => `${publicUrl}/unsubscribe/${tokenFor(master, userId, kind)}`,
  }
}

const place = { userId: 'unsubscribe', row: '', column: 'token' }
const Named = z.object({ userId: z.uuid(), kind: NoticeKind })
const idBytes = 16

// The id goes in as bytes: longer parts of a URL than 100 letters are refused by the router.
const tokenFor = (master: Key, userId: string, kind: NoticeKind): string =>
  seal(master, Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(kind)]), place).toString('base64url')

/** Whose link it is and of which kind; null when we did not make it. */
export function openToken(master: Key, token: string): { userId: string; kind: NoticeKind } | null {
  try {
    const opened = unseal(master, Buffer.from(token, 'base64url'), place)
    const userId = opened.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    return Named.parse({ userId, kind: opened.toString('utf8', idBytes) })
  } catch {
    return null
  }
}
