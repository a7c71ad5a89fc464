// Exports a user's settings as a file that the settings command reads back in, here or on another server.
import { Readable } from 'node:stream'
import { z } from 'zod/mini'
import { ImapSettings } from '../../../core/api/mail.ts'
import { Fallback } from '../../../core/delivery/fallback.ts'
import type { SettingsState } from '../../../core/settings-file/state.ts'
import { writeSettings } from '../../../core/settings-file/write.ts'
import { readSettings } from '../../account/settings/store.ts'
import { listRotas } from '../../delivery/rota/store.ts'
import { listDestinations } from '../../delivery/store.ts'
import { readWordLists } from '../../filters/lists/store.ts'
import { listFilters } from '../../filters/store.ts'
import type { ExportContext, ExportPart } from '../../foundation/db/export-rows.ts'
import { listFolders } from '../../mail/mailboxes/folders/store.ts'
import { listMailboxes } from '../../mail/mailboxes/store.ts'

/** `retentionDays`: for users who have not chosen. Its tables are exported by their modules. */
export const settingsSection = (retentionDays: number): ExportPart => ({
  kind: 'files',
  name: 'setup',
  tables: [],
  async *files(context) {
    yield { name: 'settings.yaml', bytes: Readable.from([Buffer.from(writeSettings(await readState(context, retentionDays)))]) }
  },
})

async function readState({ db, userId, contentKey }: ExportContext, retentionDays: number): Promise<SettingsState> {
  const phones = await listDestinations(db, userId)
  return {
    settings: await readSettings(db, userId, retentionDays),
    mailboxes: await readMailboxes({ db, userId }),
    phones: phones.map(phone => ({ ...phone, fallback: z.nullable(Fallback).parse(phone.fallback) })),
    rotas: await listRotas(db, userId),
    filters: await listFilters(db, userId),
    lists: await readWordLists(db, userId, contentKey),
  }
}

async function readMailboxes({ db, userId }: Pick<ExportContext, 'db' | 'userId'>): Promise<SettingsState['mailboxes']> {
  const mailboxes = await listMailboxes(db, userId)
  const ids = mailboxes.map(mailbox => mailbox.id)
  const folders = Map.groupBy(await listFolders(db, userId, ids), folder => folder.mailbox_id)
  return mailboxes.map(({ id, kind, address, state, sign_in: signIn, backlog, forwards_copies: forwardsCopies, settings }) => {
    const imap = ImapSettings.safeParse(settings)
    const known = { id, kind, address, state, backlog, forwardsCopies, imap: imap.success ? imap.data : null }
    const own = (folders.get(id) ?? []).map(folder => ({
      ...{ name: folder.name, startsAt: folder.starts_at.toISOString(), isGone: folder.is_gone, count: null },
    }))
    return { ...known, signIn: kind === 'imap' ? signIn : null, folders: own }
  })
}
