// Which files a data export contains: a user's own, attachments of emails, and raw email sent to our addresses.
import { Readable } from 'node:stream'
import { type CopyFrom, type CopyPart, countRows, numberIn, readRows, rowsPart, textIn } from '../foundation/db/person-rows.ts'
import { openMailFile } from './attachments/store.ts'
import { openChunks } from './objects/chunks.ts'
import { readChunk } from './objects/store.ts'
import { readBlob } from './raw-message-store.ts'

/** `now`: what has expired is not there any more. */
export const filesCopy = (now: () => Date): CopyPart[] => [
  rowsPart('files', 'files', { key: ['version'], without: ['notes'] }),
  { kind: 'files', name: 'files', tables: ['file_chunks'], count: from => countRows(from, 'files'), files: ownFiles },
  {
    ...{ kind: 'files', name: 'mail-files', tables: ['message_files', 'message_file_chunks'] },
    count: from => countRows(from, 'message_files'),
    files: from => mailFiles(from, now),
  },
  { kind: 'files', name: 'mails-as-they-came', tables: ['raw_messages'], count: from => countRows(from, 'raw_messages'), files: rawMails },
]

async function* ownFiles({ db, userId, contentKey }: CopyFrom) {
  const reading = { key: ['version'], without: ['notes'] }
  for await (const row of readRows({ db, userId, contentKey }, 'files', reading)) {
    if (row['ready_at'] === null) continue
    const [version, sizeBytes] = [textIn(row, 'version'), numberIn(row, 'size_bytes')]
    const read = (n: number) => readChunk(db, userId, version, n)
    const bytes = openChunks(contentKey, userId, { version, sizeBytes }, { from: 0, to: sizeBytes - 1 }, read)
    yield { name: `${textIn(row, 'bucket')}/${textIn(row, 'path')}`, bytes }
  }
}

async function* mailFiles({ db, userId, contentKey }: CopyFrom, now: () => Date) {
  for await (const row of readRows({ db, userId, contentKey }, 'message_files', { key: ['message_id', 'n'], without: ['about'] })) {
    const [messageId, n] = [textIn(row, 'message_id'), numberIn(row, 'n')]
    const file = await openMailFile(db, userId, contentKey, messageId, n, now())
    if (file) yield { name: `${messageId}/${n}-${file.name}`, bytes: file.bytes() }
  }
}

async function* rawMails({ db, userId, contentKey }: CopyFrom) {
  for await (const row of readRows({ db, userId, contentKey }, 'raw_messages', { key: ['id'], without: ['sealed'] })) {
    const mail = await readBlob(db, userId, contentKey, textIn(row, 'id'))
    if (mail) yield { name: `${textIn(row, 'id')}.eml`, bytes: Readable.from([mail]) }
  }
}
