// Answers which folders the server of a mailbox has now.
import { ImapSettings, type listServerFolders } from '../../../core/api/mail.ts'
import type { PersonHandler } from '../../http/route.ts'
import { type AccessParts, withSaved } from '../access.ts'
import { type KnockParts, knock, refuse } from '../knock.ts'
import type { KeptMailbox } from '../store.ts'
import { listFolders } from './store.ts'

/** The server is asked in the person's name, so it counts as a test. */
export function serverFoldersHandler(
  parts: AccessParts & KnockParts,
  find: (userId: string, id: string) => Promise<KeptMailbox>,
): PersonHandler<typeof listServerFolders> {
  return async ({ userId, params }) => {
    const mailbox = await find(userId, params.id)
    if (mailbox.kind === 'address') return { items: [], next: null }
    const asked = await knock(parts, userId, ImapSettings.parse(mailbox.settings), () =>
      withSaved(parts, mailbox, connection => connection.folders(false)),
    )
    refuse(parts, asked)
    const watched = new Set((await listFolders(parts.db, userId, [mailbox.id])).map(folder => folder.name))
    const items = (asked.answer ?? []).map(({ name, role }) => ({ name, role, isWatched: watched.has(name) }))
    return { items, next: null }
  }
}
