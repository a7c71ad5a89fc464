// Lies about numbers: UIDs, UIDNEXT, UIDVALIDITY, and how many mails there are.
import type { Sent } from '../shapes.ts'

const text = (bytes: Buffer): string => bytes.toString('latin1')
const isFetch = ({ name }: Sent): boolean => name === 'UID FETCH'
const isOpening = ({ name }: Sent): boolean => name === 'EXAMINE' || name === 'SELECT'
const isSearch = ({ name }: Sent): boolean => name === 'UID SEARCH'
const changed = (honest: Buffer, from: RegExp, to: string): string => text(honest).replace(from, to)

/** The lines of each mail in an answer to FETCH, literals and all. */
const fetched = ({ untagged }: Sent): string[] => text(untagged).split(/(?=^\* \d+ FETCH \()/m)

/** Everything that was found, said in a row of its own making. */
const searching = (said: Sent, uids: (number | string)[]): string =>
  isExtended(said)
    ? `* ESEARCH (TAG "${said.tag}") UID COUNT ${uids.length}${uids.length > 0 ? ` ALL ${uids.join(',')}` : ''}\r\n${said.tagged}`
    : `* SEARCH${uids.map(uid => ` ${uid}`).join('')}\r\n${said.tagged}`
const isExtended = ({ words }: Sent): boolean => words[0] === 'RETURN'

const foundIn = (said: Sent): number[] => {
  const line = text(said.untagged)
  const set = isExtended(said) ? (/ ALL ([\d,]+)/.exec(line)?.[1] ?? '') : line
  return (set.match(/\d+/g) ?? []).map(Number)
}

export const numbers = {
  /** A mail comes without its UID. */
  uid_omitted: (said: Sent, honest: Buffer) => (isFetch(said) ? changed(honest, /UID \d+ /g, '') : honest),
  /** SEARCH names the mail, FETCH does not bring it. */
  mail_omitted: (said: Sent, honest: Buffer) => (isFetch(said) ? said.tagged : honest),
  /** The last of several mails is left out. */
  last_mail_omitted: (said: Sent, honest: Buffer) => (isFetch(said) ? fetched(said).slice(0, -1).join('') + said.tagged : honest),
  /** There are more, it says; and nothing is found. */
  exists_without_mail: (said: Sent, honest: Buffer) => {
    if (said.name === 'NEWS' || said.name === 'NOOP') return `* 7 EXISTS\r\n${text(honest)}`
    return isSearch(said) ? searching(said, []) : honest
  },
  /** Two mails under one UID. */
  uid_twice: (said: Sent, honest: Buffer) => (isFetch(said) ? `${fetched(said).join('')}${fetched(said)[0] ?? ''}${said.tagged}` : honest),
  /** Each UID is named twice by SEARCH, and each mail is brought twice. */
  all_twice: (said: Sent, honest: Buffer) => {
    if (isSearch(said)) return searching(said, [...foundIn(said), ...foundIn(said)])
    return isFetch(said) ? text(said.untagged).repeat(2) + said.tagged : honest
  },
  uid_backwards: (said: Sent, honest: Buffer) => {
    if (isSearch(said)) return searching(said, foundIn(said).reverse())
    return isFetch(said) ? fetched(said).reverse().join('') + said.tagged : honest
  },
  /** A mail that was not asked for comes along. */
  uid_unasked: (said: Sent, honest: Buffer) => (isFetch(said) ? changed(honest, /UID (\d+) /g, 'UID 4000000 ') : honest),
  /** It claims ESEARCH, and answers as if it had never heard of it. */
  search_as_of_old: (said: Sent, honest: Buffer) =>
    isSearch(said)
      ? `* SEARCH${foundIn(said)
          .map(uid => ` ${uid}`)
          .join('')}\r\n${said.tagged}`
      : honest,
  uid_zero: (said: Sent, honest: Buffer) => (isSearch(said) ? searching(said, [0, ...foundIn(said)]) : honest),
  uid_too_large: (said: Sent, honest: Buffer) => (isSearch(said) ? searching(said, [...foundIn(said), '99999999999999999999']) : honest),
  uid_no_number: (said: Sent, honest: Buffer) => (isSearch(said) ? searching(said, ['-1', 'one', ...foundIn(said)]) : honest),
  /** Lower than what it gave out: as after a restored backup, though nothing was restored. */
  uidnext_falls: (said: Sent, honest: Buffer) => (isOpening(said) ? changed(honest, /UIDNEXT \d+/, 'UIDNEXT 1') : honest),
  /** So high that a cursor that believed it would never see a mail again. */
  uidnext_too_high: (said: Sent, honest: Buffer) => (isOpening(said) ? changed(honest, /UIDNEXT \d+/, 'UIDNEXT 4294967295') : honest),
  uidnext_missing: (said: Sent, honest: Buffer) => (isOpening(said) ? changed(honest, /\* OK \[UIDNEXT.*\r\n/, '') : honest),
  uidvalidity_zero: (said: Sent, honest: Buffer) => (isOpening(said) ? changed(honest, /UIDVALIDITY \d+/, 'UIDVALIDITY 0') : honest),
  uidvalidity_missing: (said: Sent, honest: Buffer) => (isOpening(said) ? changed(honest, /\* OK \[UIDVALIDITY.*\r\n/, '') : honest),
  /** Another one in the middle of a session, under which the UIDs mean other mails. */
  uidvalidity_changes: (said: Sent, honest: Buffer) => (isSearch(said) ? `* OK [UIDVALIDITY 77777] numbering\r\n${text(honest)}` : honest),
  /** A new one at each opening, while the mails stay as they are. */
  uidvalidity_new_each_time: (said: Sent, honest: Buffer) =>
    isOpening(said) ? changed(honest, /UIDVALIDITY \d+/, `UIDVALIDITY ${2_000_000 + Math.floor(performance.now())}`) : honest,
}
