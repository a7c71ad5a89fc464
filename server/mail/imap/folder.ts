// Reads one folder, opened read-only on a connection, by UID.
import type { ImapFlow } from 'imapflow'
import { clipUids, joinUids, largestUid, lastUid, parseUidSet, toRanges, type UidRanges } from '../../../core/mailbox/uids.ts'
import type { Described } from '../parsing/structure.ts'
import { concernsAccount, MailError, toMailProblem } from './errors.ts'
import { type FetchedMessage, fetchHeaders, fetchSections, fetchSources, fetchStructures } from './fetch.ts'
import type { Patience } from './patience.ts'
import { responseBytes, withDeadline } from './within.ts'

/** What draining needs of a folder; tests implement it for misbehaving servers. */
export interface OpenFolder {
  readonly name: string
  readonly uidValidity: number
  /** As of when the folder was opened. */
  readonly uidNext: number
  /** UIDs from `from` to `upTo`, or to the end; `since` excludes earlier days (RFC 3501 §6.4.4 knows only whole days). */
  uids(from: number, upTo: number | null, since: Date | null): Promise<UidRanges>
  /** When the server received them, by its own clock. */
  dates(uids: number[]): Promise<Map<number, Date | null>>
  /** At most `maxBytes` of each; UIDs that the server omits are missing from the result. */
  fetch(uids: number[], maxBytes: number): Promise<FetchedMessage[]>
  fetchHeaders(uid: number): Promise<Buffer | null>
  /** The MIME structure of each; those without a usable description are missing from the result. */
  structures(uids: number[]): Promise<Map<number, Described>>
  /** The first `maxBytes` of these parts of each message, still encoded. */
  sections(uids: number[], sections: string[], maxBytes: number): Promise<Map<number, Map<string, Buffer>>>
}

/** Opens a folder with EXAMINE, so that no flag changes; null when it doesn't exist or access is denied. */
export async function openReadOnly(client: ImapFlow, name: string, { silenceMs, fetchMs }: Patience): Promise<OpenFolder | null> {
  if (!(await select(client, name))) return null
  const box = client.mailbox
  if (!box || !box.uidValidity) throw new MailError('not_imap', 'the server sent no UIDVALIDITY')
  return {
    name,
    uidValidity: Number(box.uidValidity),
    uidNext: box.uidNext || lastUid(await search(client, '*', null)) + 1,
    uids: (from, upTo, since) => listUids(client, { from, upTo, since }, silenceMs),
    dates: uids => withDeadline(silenceMs, client, () => fetchDates(client, uids)),
    fetch: (uids, maxBytes) =>
      withDeadline(fetchMs, client, () => fetchSources(client, uids, maxBytes), responseBytes + uids.length * maxBytes),
    fetchHeaders: uid => withDeadline(silenceMs, client, () => fetchHeaders(client, uid)),
    structures: uids => withDeadline(silenceMs, client, () => fetchStructures(client, uids)),
    sections: (uids, sections, maxBytes) =>
      withDeadline(
        fetchMs,
        client,
        () => fetchSections(client, uids, sections, maxBytes),
        responseBytes + uids.length * sections.length * maxBytes,
      ),
  }
}

async function select(client: ImapFlow, name: string): Promise<boolean> {
  try {
    await client.mailboxOpen(name, { readOnly: true })
    return true
  } catch (error) {
    const isRefused = client.usable && error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO'
    // A server that is busy or needs something from the user still has the folder.
    if (isRefused && !concernsAccount(toMailProblem(error, client.host))) return false
    throw error
  }
}

interface UidQuery {
  from: number
  upTo: number | null
  since: Date | null
}

/** This many UIDs fit in the longest line we accept, however sparse they are. */
const windowUids = 65_536

async function listUids(client: ImapFlow, { from, upTo, since }: UidQuery, silenceMs: number): Promise<UidRanges> {
  const found: UidRanges[] = []
  let size = windowUids
  for (let at = from; at <= (upTo ?? largestUid); ) {
    const last = at + size - 1
    const isOpenEnded = upTo === null && last >= uidNextOf(client)
    const end = upTo === null ? last : Math.min(last, upTo)
    const uid = isOpenEnded ? `${at}:*` : `${at}:${end}`
    // `n:*` matches the last email even when its UID is below n (RFC 3501 §6.4.8).
    const ranges = await withDeadline(silenceMs, client, () => search(client, uid, since))
    found.push(ranges)
    if (isOpenEnded) break
    // UIDs may have large gaps: empty windows are skipped in ever longer steps.
    size = lastUid(ranges) < at ? size * 4 : windowUids
    at = end + 1
  }
  return clipUids(joinUids(...found), from, upTo ?? largestUid)
}

/** Servers older than RFC 3501 don't send it. */
const uidNextOf = (client: ImapFlow): number => (client.mailbox && client.mailbox.uidNext) || 0

/** With ESEARCH the result comes as ranges (RFC 4731), otherwise number by number. */
async function search(client: ImapFlow, uid: string, since: Date | null): Promise<UidRanges> {
  const query = { uid, ...(since && { since }) }
  const found = await client.search(query, { uid: true, returnOptions: ['ALL', 'COUNT'] })
  if (!Array.isArray(found) && found && (found.count === 0 || found.all)) return parseUidSet(found.all ?? '')
  // When a server announces ESEARCH but replies in the old form, imapflow reports no result, so we search again without it.
  const plainResult = Array.isArray(found) || !client.usable ? found : await client.search(query, { uid: true })
  if (!Array.isArray(plainResult)) throw new MailError('closed', 'the server did not answer SEARCH')
  return toRanges(plainResult)
}

async function fetchDates(client: ImapFlow, uids: number[]): Promise<Map<number, Date | null>> {
  const dates = new Map<number, Date | null>()
  for await (const { uid, internalDate } of client.fetch(uids, { uid: true, internalDate: true }, { uid: true }))
    dates.set(uid, internalDate ? new Date(internalDate) : null)
  return dates
}
