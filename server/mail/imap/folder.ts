// One folder, open read-only on a connection: what it holds, by UID.
import type { ImapFlow } from 'imapflow'
import { clipUids, joinUids, largestUid, lastUid, parseUidSet, rangesOf, type UidRanges } from '../../../core/mailbox/uids.ts'
import type { Described } from '../parsing/structure.ts'
import { isOfAccount, MailError, problemOf } from './errors.ts'
import { type FetchedMessage, fetchHeaders, fetchSections, fetchSources, fetchStructures } from './fetch.ts'
import type { Patience } from './patience.ts'
import { responseBytes, within } from './within.ts'

/** What draining needs of a mail server; another implementation may stand in for a lying one. */
export interface OpenFolder {
  readonly name: string
  readonly uidValidity: number
  /** As it was when the folder was opened. */
  readonly uidNext: number
  /** The UIDs from `from` up to `upTo`, or all that come after; `since` leaves out days before it (RFC 3501 §6.4.4: a day is the finest it knows). */
  uids(from: number, upTo: number | null, since: Date | null): Promise<UidRanges>
  /** When the server took them in, by its own clock. */
  dates(uids: number[]): Promise<Map<number, Date | null>>
  /** At most `maxBytes` of each; a UID that the server leaves out is not in the answer. */
  fetch(uids: number[], maxBytes: number): Promise<FetchedMessage[]>
  fetchHeaders(uid: number): Promise<Buffer | null>
  /** How each is put together; one that cannot be described is not in the answer. */
  structures(uids: number[]): Promise<Map<number, Described>>
  /** The first `maxBytes` of these parts of each, as they were sent. */
  sections(uids: number[], sections: string[], maxBytes: number): Promise<Map<number, Map<string, Buffer>>>
}

/** Opens a folder with EXAMINE, so that no flag changes; null when the server has none of that name, or does not let us in. */
export async function examine(client: ImapFlow, name: string, { silenceMs, fetchMs }: Patience): Promise<OpenFolder | null> {
  if (!(await selected(client, name))) return null
  const box = client.mailbox
  if (!box || !box.uidValidity) throw new MailError('not_imap', 'the server told no UIDVALIDITY')
  return {
    name,
    uidValidity: Number(box.uidValidity),
    uidNext: box.uidNext || lastUid(await search(client, '*', null)) + 1,
    uids: (from, upTo, since) => listUids(client, { from, upTo, since }, silenceMs),
    dates: uids => within(silenceMs, client, () => fetchDates(client, uids)),
    fetch: (uids, maxBytes) => within(fetchMs, client, () => fetchSources(client, uids, maxBytes), responseBytes + uids.length * maxBytes),
    fetchHeaders: uid => within(silenceMs, client, () => fetchHeaders(client, uid)),
    structures: uids => within(silenceMs, client, () => fetchStructures(client, uids)),
    sections: (uids, sections, maxBytes) =>
      within(
        fetchMs,
        client,
        () => fetchSections(client, uids, sections, maxBytes),
        responseBytes + uids.length * sections.length * maxBytes,
      ),
  }
}

async function selected(client: ImapFlow, name: string): Promise<boolean> {
  try {
    await client.mailboxOpen(name, { readOnly: true })
    return true
  } catch (error) {
    const isRefused = client.usable && error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO'
    // A server that is busy, or wants something of its person, still has the folder.
    if (isRefused && !isOfAccount(problemOf(error, client.host))) return false
    throw error
  }
}

interface Wanted {
  from: number
  upTo: number | null
  since: Date | null
}

/** So many UIDs fit in a line that we take, however far apart they lie. */
const windowUids = 65_536

async function listUids(client: ImapFlow, { from, upTo, since }: Wanted, silenceMs: number): Promise<UidRanges> {
  const found: UidRanges[] = []
  let size = windowUids
  for (let at = from; at <= (upTo ?? largestUid); ) {
    const last = at + size - 1
    const isOpenEnded = upTo === null && last >= uidNextOf(client)
    const end = upTo === null ? last : Math.min(last, upTo)
    const uid = isOpenEnded ? `${at}:*` : `${at}:${end}`
    // `n:*` names the last mail even when its UID is below n (RFC 3501 §6.4.8).
    const ranges = await within(silenceMs, client, () => search(client, uid, since))
    found.push(ranges)
    if (isOpenEnded) break
    // A numbering may leap: what is empty is passed in ever longer steps.
    size = lastUid(ranges) < at ? size * 4 : windowUids
    at = end + 1
  }
  return clipUids(joinUids(...found), from, upTo ?? largestUid)
}

/** Servers of before RFC 3501 do not tell it. */
const uidNextOf = (client: ImapFlow): number => (client.mailbox && client.mailbox.uidNext) || 0

/** With ESEARCH the answer comes as ranges (RFC 4731), without it number by number. */
async function search(client: ImapFlow, uid: string, since: Date | null): Promise<UidRanges> {
  const query = { uid, ...(since && { since }) }
  const found = await client.search(query, { uid: true, returnOptions: ['ALL', 'COUNT'] })
  if (!Array.isArray(found) && found && (found.count === 0 || found.all)) return parseUidSet(found.all ?? '')
  // A server that claims ESEARCH and answers otherwise has found nothing, as far as the client can tell.
  const plainly = Array.isArray(found) || !client.usable ? found : await client.search(query, { uid: true })
  if (!Array.isArray(plainly)) throw new MailError('closed', 'the server did not answer SEARCH')
  return rangesOf(plainly)
}

async function fetchDates(client: ImapFlow, uids: number[]): Promise<Map<number, Date | null>> {
  const dates = new Map<number, Date | null>()
  for await (const { uid, internalDate } of client.fetch(uids, { uid: true, internalDate: true }, { uid: true }))
    dates.set(uid, internalDate ? new Date(internalDate) : null)
  return dates
}
