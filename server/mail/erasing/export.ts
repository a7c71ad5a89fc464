// What a data export holds of a user's mailboxes and messages; never a password or a token.
import { Readable } from 'node:stream'
import { bytesIn, type CopyFrom, type CopyPart, countRows, numberIn, readRows, rowsPart, textIn } from '../../foundation/db/person-rows.ts'
import { openHead, openView } from '../messages/sealed.ts'
import { openDraft, openFile, openProfile } from '../outgoing/sealed.ts'

const machinery = ['lease_host', 'lease_token', 'lease_until', 'pulse', 'pulse_half']
/** A view may have 64 KB. */
const messagesAtOnce = 50

export const mailCopy: CopyPart[] = [
  rowsPart('mailboxes', 'mailboxes', { key: ['id'], without: ['secret', ...machinery] }),
  rowsPart('mailbox-addresses', 'mailbox_addresses', { key: [] }),
  rowsPart('mailbox-folders', 'folder_syncs', { key: ['mailbox_id', 'name'] }),
  rowsPart('mailbox-events', 'mailbox_events', { key: ['mailbox_id', 'id'] }),
  rowsPart('mailbox-sending', 'mailbox_outgoing', { key: ['mailbox_id'], open: withProfile }),
  rowsPart('messages', 'messages', { key: ['id'], without: ['content_hash', 'source_key'], rowsAtOnce: messagesAtOnce, open: withMail }),
  rowsPart('message-links', 'web_view_links', { key: [], without: ['token_hash'] }),
  rowsPart('mailbox-actions', 'mailbox_actions', { key: ['id'] }),
  rowsPart('replies', 'replies', { key: ['id'], without: ['to_hash'], open: withDraft }),
  { kind: 'files', name: 'replies', tables: ['reply_files'], count: from => countRows(from, 'reply_files'), files: replyFiles },
]

type Line = Record<string, unknown>

/** Where contents are past their retention, there is the line alone. */
async function withMail({ head, view, ...row }: Line, { userId, contentKey }: CopyFrom): Promise<Line> {
  const id = textIn(row, 'id')
  const [sealedHead, sealedView] = [bytesIn({ head }, 'head'), bytesIn({ view }, 'view')]
  return {
    ...row,
    ...(sealedHead && { head: openHead(contentKey, userId, id, sealedHead) }),
    ...(sealedView && { mail: await openView(contentKey, userId, id, sealedView) }),
  }
}

function withDraft({ sealed, ...row }: Line, { userId, contentKey }: CopyFrom): Line {
  const bytes = bytesIn({ sealed }, 'sealed')
  return { ...row, ...(bytes && { reply: openDraft(contentKey, userId, textIn(row, 'id'), bytes) }) }
}

function withProfile({ sealed, ...row }: Line, { userId, contentKey }: CopyFrom): Line {
  const bytes = bytesIn({ sealed }, 'sealed')
  return { ...row, ...(bytes && { profile: openProfile(contentKey, userId, textIn(row, 'mailbox_id'), bytes) }) }
}

async function* replyFiles(from: CopyFrom) {
  for await (const row of readRows(from, 'reply_files', { key: ['reply_id', 'n'], rowsAtOnce: 1 })) {
    const [replyId, n, sealed] = [textIn(row, 'reply_id'), numberIn(row, 'n'), bytesIn(row, 'sealed')]
    if (!sealed) continue
    const { name, bytes } = openFile(from.contentKey, from.userId, replyId, n, sealed)
    yield { name: `${replyId}/${n}-${name}`, bytes: Readable.from([bytes]) }
  }
}
