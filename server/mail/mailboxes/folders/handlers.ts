// Answers which folders a mailbox's server has now.
import { ImapSettings, type listServerFoldersApi } from '../../../../core/api/mail.ts'
import type { PersonHandler } from '../../../foundation/http/route.ts'
import { type AccessDeps, withSaved } from '../access.ts'
import { type ConnectionTestDeps, refuse, testConnection } from '../connection-test.ts'
import type { KeptMailbox } from '../store.ts'
import { listFolders } from './store.ts'

/** The server is asked in the person's name, so it counts as a test. */
export function serverFoldersHandler(
  deps: AccessDeps & ConnectionTestDeps,
  find: (userId: string, id: string) => Promise<KeptMailbox>,
): PersonHandler<typeof listServerFoldersApi> {
  return async ({ userId, params }) => {
    const mailbox = await find(userId, params.id)
    if (mailbox.kind === 'address') return { items: [], next: null }
    const asked = await testConnection(deps, userId, ImapSettings.parse(mailbox.settings), () =>
      withSaved(deps, mailbox, connection => connection.folders(false)),
    )
    refuse(deps, asked)
    const watched = new Set((await listFolders(deps.db, userId, [mailbox.id])).map(folder => folder.name))
    const items = (asked.answer ?? []).map(({ name, role }) => ({ name, role, isWatched: watched.has(name) }))
    return { items, next: null }
  }
}
