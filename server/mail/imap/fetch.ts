// Fetches mails by their UIDs, no more of each than is asked for.
import type { ImapFlow } from 'imapflow'
import { MailError } from '../errors.ts'

export interface Fetched {
  uid: number
  /** From the first byte up to what was asked for; null when the server left it out. */
  source: Buffer | null
  sizeBytes: number
  internalDate: Date | null
}

export async function fetchSources(client: ImapFlow, uids: number[], maxBytes: number): Promise<Fetched[]> {
  const found: Fetched[] = []
  const query = { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: maxBytes } }
  for await (const mail of client.fetch(uids, query, { uid: true })) {
    if (mail.source && mail.source.length > maxBytes) throw new MailError('not_imap', 'the server sent more of a mail than was asked for')
    const internalDate = mail.internalDate ? new Date(mail.internalDate) : null
    found.push({ uid: mail.uid, source: mail.source ?? null, sizeBytes: mail.size ?? mail.source?.length ?? 0, internalDate })
  }
  return found
}

export async function fetchHeaders(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const mail = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
  return (mail && mail.headers) || null
}
