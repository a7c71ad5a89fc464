// Lists the folders that currently exist on a mailbox's server.
import { ImapSettings, type listServerFoldersApi } from '../../../../core/api/mail.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { type AccessDeps, withSavedConnection } from '../access.ts'
import { type ConnectionTestDeps, testConnection, throwIfFailed } from '../connection-test.ts'
import type { MailboxRow } from '../store.ts'
import { listFolders } from './store.ts'

/** Signs in as the user, so it counts as a connection test. */
export function serverFoldersHandler(
  deps: AccessDeps & ConnectionTestDeps,
  find: (userId: string, id: string) => Promise<MailboxRow>,
): UserHandler<typeof listServerFoldersApi> {
  return async ({ userId, params }) => {
    const mailbox = await find(userId, params.id)
    if (mailbox.kind === 'address') return { items: [], next: null }
    const asked = await testConnection(deps, userId, ImapSettings.parse(mailbox.settings), () =>
      withSavedConnection(deps, mailbox, connection => connection.folders(false)),
    )
    throwIfFailed(deps, asked)
    const watched = new Set((await listFolders(deps.db, userId, [mailbox.id])).map(folder => folder.name))
    const items = (asked.answer ?? []).map(({ name, role }) => ({ name, role, isWatched: watched.has(name) }))
    return { items, next: null }
  }
}
