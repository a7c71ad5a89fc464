// Fetches messages by UID, no more of each than was asked for.
import type { ImapFlow } from 'imapflow'
import { type Described, structureOf } from '../parsing/structure.ts'
import { MailError } from './errors.ts'

export interface FetchedMessage {
  uid: number
  /** From the first byte up to what was asked for; null when the server left it out. */
  source: Buffer | null
  sizeBytes: number
  internalDate: Date | null
}

export async function fetchSources(client: ImapFlow, uids: number[], maxBytes: number): Promise<FetchedMessage[]> {
  const found: FetchedMessage[] = []
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

/** How each is put together; a mail that the server left out, or described in a way that cannot be read, is not in the answer. */
export async function fetchStructures(client: ImapFlow, uids: number[]): Promise<Map<number, Described>> {
  const found = new Map<number, Described>()
  for await (const mail of client.fetch(uids, { uid: true, size: true, bodyStructure: true }, { uid: true })) {
    const described = structureOf(mail.bodyStructure, mail.size ?? Number.MAX_SAFE_INTEGER)
    if (described) found.set(mail.uid, described)
  }
  return found
}

/** The first `maxBytes` of these parts of each mail, as they were sent; parts that the server left out are not in the answer. */
export async function fetchSections(
  client: ImapFlow,
  uids: number[],
  sections: string[],
  maxBytes: number,
): Promise<Map<number, Map<string, Buffer>>> {
  const found = new Map<number, Map<string, Buffer>>()
  const query = { uid: true, bodyParts: sections.map(key => ({ key, start: 0, maxLength: maxBytes })) }
  for await (const mail of client.fetch(uids, query, { uid: true })) {
    const contents = [...(mail.bodyParts ?? [])].filter((part): part is [string, Buffer] => Buffer.isBuffer(part[1]))
    if (contents.some(([, content]) => content.length > maxBytes))
      throw new MailError('not_imap', 'the server sent more of a mail than was asked for')
    found.set(mail.uid, new Map(contents.map(([section, content]) => [section.toLowerCase(), content])))
  }
  return found
}
