// Fetches messages by UID, and no more of each than requested.
import type { ImapFlow } from 'imapflow'
import { type Described, parseStructure } from '../parsing/structure.ts'
import { MailError } from './errors.ts'

export interface FetchedMessage {
  uid: number
  /** The requested number of bytes from the start; null when the server omitted it. */
  source: Buffer | null
  sizeBytes: number
  internalDate: Date | null
}

export async function fetchSources(client: ImapFlow, uids: number[], maxBytes: number): Promise<FetchedMessage[]> {
  const found: FetchedMessage[] = []
  const query = { uid: true, size: true, internalDate: true, source: { start: 0, maxLength: maxBytes } }
  for await (const email of client.fetch(uids, query, { uid: true })) {
    if (email.source && email.source.length > maxBytes)
      throw new MailError('not_imap', 'the server sent more of an email than was requested')
    const internalDate = email.internalDate ? new Date(email.internalDate) : null
    found.push({ uid: email.uid, source: email.source ?? null, sizeBytes: email.size ?? email.source?.length ?? 0, internalDate })
  }
  return found
}

export async function fetchHeaders(client: ImapFlow, uid: number): Promise<Buffer | null> {
  const email = await client.fetchOne(String(uid), { uid: true, headers: true }, { uid: true })
  return (email && email.headers) || null
}

/** The MIME structures; emails that the server omitted or described unreadably are missing from the result. */
export async function fetchStructures(client: ImapFlow, uids: number[]): Promise<Map<number, Described>> {
  const found = new Map<number, Described>()
  for await (const email of client.fetch(uids, { uid: true, size: true, bodyStructure: true }, { uid: true })) {
    const described = parseStructure(email.bodyStructure, email.size ?? Number.MAX_SAFE_INTEGER)
    if (described) found.set(email.uid, described)
  }
  return found
}

/** The first `maxBytes` of these parts of each email, still encoded; parts that the server omitted are missing from the result. */
export async function fetchSections(
  client: ImapFlow,
  uids: number[],
  sections: string[],
  maxBytes: number,
): Promise<Map<number, Map<string, Buffer>>> {
  const found = new Map<number, Map<string, Buffer>>()
  const query = { uid: true, bodyParts: sections.map(key => ({ key, start: 0, maxLength: maxBytes })) }
  for await (const email of client.fetch(uids, query, { uid: true })) {
    const contents = [...(email.bodyParts ?? [])].filter((part): part is [string, Buffer] => Buffer.isBuffer(part[1]))
    if (contents.some(([, content]) => content.length > maxBytes))
      throw new MailError('not_imap', 'the server sent more of an email than was requested')
    found.set(email.uid, new Map(contents.map(([section, content]) => [section.toLowerCase(), content])))
  }
  return found
}
