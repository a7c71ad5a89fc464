// Exports a user's mailboxes and messages; never a password or a token.
import { Readable } from 'node:stream'
import {
  bytesIn,
  countRows,
  type ExportContext,
  type ExportPart,
  numberIn,
  readRows,
  rowsPart,
  textIn,
} from '../../foundation/db/export-rows.ts'
import { openHead, openView } from '../messages/sealed.ts'
import { openProfile, openReplyDraft, openReplyFile } from '../outgoing/sealed.ts'

const internalColumns = ['lease_host', 'lease_token', 'lease_until', 'pulse', 'pulse_half']
/** A view may take 64 KB. */
const messagesPerBatch = 50

export const mailExport: ExportPart[] = [
  rowsPart('mailboxes', 'mailboxes', { key: ['id'], omit: ['secret', ...internalColumns] }),
  rowsPart('mailbox-addresses', 'mailbox_addresses', { key: [] }),
  rowsPart('mailbox-folders', 'folder_syncs', { key: ['mailbox_id', 'name'] }),
  rowsPart('mailbox-events', 'mailbox_events', { key: ['mailbox_id', 'id'] }),
  rowsPart('mailbox-sending', 'mailbox_outgoing', { key: ['mailbox_id'], unseal: withProfile }),
  rowsPart('messages', 'messages', { key: ['id'], omit: ['content_hash', 'source_key'], batchSize: messagesPerBatch, unseal: withMail }),
  rowsPart('message-links', 'web_view_links', { key: [], omit: ['token_hash'] }),
  rowsPart('mailbox-actions', 'mailbox_actions', { key: ['id'] }),
  rowsPart('replies', 'replies', { key: ['id'], omit: ['to_hash'], unseal: withDraft }),
  { kind: 'files', name: 'replies', tables: ['reply_files'], count: from => countRows(from, 'reply_files'), files: replyFiles },
]

type Line = Record<string, unknown>

/** Past its retention, a message is exported without content. */
async function withMail({ head, view, ...row }: Line, { userId, contentKey }: ExportContext): Promise<Line> {
  const id = textIn(row, 'id')
  const [sealedHead, sealedView] = [bytesIn({ head }, 'head'), bytesIn({ view }, 'view')]
  return {
    ...row,
    ...(sealedHead && { head: openHead(contentKey, userId, id, sealedHead) }),
    ...(sealedView && { mail: await openView(contentKey, userId, id, sealedView) }),
  }
}

function withDraft({ sealed, ...row }: Line, { userId, contentKey }: ExportContext): Line {
  const bytes = bytesIn({ sealed }, 'sealed')
  return { ...row, ...(bytes && { reply: openReplyDraft(contentKey, userId, textIn(row, 'id'), bytes) }) }
}

function withProfile({ sealed, ...row }: Line, { userId, contentKey }: ExportContext): Line {
  const bytes = bytesIn({ sealed }, 'sealed')
  return { ...row, ...(bytes && { profile: openProfile(contentKey, userId, textIn(row, 'mailbox_id'), bytes) }) }
}

async function* replyFiles(from: ExportContext) {
  for await (const row of readRows(from, 'reply_files', { key: ['reply_id', 'n'], batchSize: 1 })) {
    const [replyId, n, sealed] = [textIn(row, 'reply_id'), numberIn(row, 'n'), bytesIn(row, 'sealed')]
    if (!sealed) continue
    const { name, bytes } = openReplyFile(from.contentKey, from.userId, replyId, n, sealed)
    yield { name: `${replyId}/${n}-${name}`, bytes: Readable.from([bytes]) }
  }
}
