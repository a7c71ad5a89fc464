// Lies about numbers: UIDs, UIDNEXT, UIDVALIDITY, and message counts.
import type { SentResponse } from '../shapes.ts'

const text = (bytes: Buffer): string => bytes.toString('latin1')
const isFetch = ({ name }: SentResponse): boolean => name === 'UID FETCH'
const isOpening = ({ name }: SentResponse): boolean => name === 'EXAMINE' || name === 'SELECT'
const isSearch = ({ name }: SentResponse): boolean => name === 'UID SEARCH'
const replaceIn = (correct: Buffer, from: RegExp, to: string): string => text(correct).replace(from, to)

/** The lines of each message in a FETCH response, including literals. */
const splitFetched = ({ untagged }: SentResponse): string[] => text(untagged).split(/(?=^\* \d+ FETCH \()/m)

/** A search response with these UIDs. */
const searchResponse = (response: SentResponse, uids: (number | string)[]): string =>
  isExtended(response)
    ? `* ESEARCH (TAG "${response.tag}") UID COUNT ${uids.length}${uids.length > 0 ? ` ALL ${uids.join(',')}` : ''}\r\n${response.tagged}`
    : `* SEARCH${uids.map(uid => ` ${uid}`).join('')}\r\n${response.tagged}`
const isExtended = ({ words }: SentResponse): boolean => words[0] === 'RETURN'

const foundUids = (response: SentResponse): number[] => {
  const line = text(response.untagged)
  const set = isExtended(response) ? (/ ALL ([\d,]+)/.exec(line)?.[1] ?? '') : line
  return (set.match(/\d+/g) ?? []).map(Number)
}

export const numberLies = {
  /** FETCH leaves out the UID. */
  uid_omitted: (response: SentResponse, correct: Buffer) => (isFetch(response) ? replaceIn(correct, /UID \d+ /g, '') : correct),
  /** SEARCH lists the message, but FETCH does not return it. */
  mail_omitted: (response: SentResponse, correct: Buffer) => (isFetch(response) ? response.tagged : correct),
  /** FETCH leaves out the last of several messages. */
  last_mail_omitted: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? splitFetched(response).slice(0, -1).join('') + response.tagged : correct,
  /** EXISTS claims new messages that SEARCH does not find. */
  exists_without_mail: (response: SentResponse, correct: Buffer) => {
    if (response.name === 'NEWS' || response.name === 'NOOP') return `* 7 EXISTS\r\n${text(correct)}`
    return isSearch(response) ? searchResponse(response, []) : correct
  },
  /** Two messages with the same UID. */
  uid_twice: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? `${splitFetched(response).join('')}${splitFetched(response)[0] ?? ''}${response.tagged}` : correct,
  /** SEARCH lists each UID twice, and FETCH returns each message twice. */
  all_twice: (response: SentResponse, correct: Buffer) => {
    if (isSearch(response)) return searchResponse(response, [...foundUids(response), ...foundUids(response)])
    return isFetch(response) ? text(response.untagged).repeat(2) + response.tagged : correct
  },
  uid_backwards: (response: SentResponse, correct: Buffer) => {
    if (isSearch(response)) return searchResponse(response, foundUids(response).reverse())
    return isFetch(response) ? splitFetched(response).reverse().join('') + response.tagged : correct
  },
  /** FETCH returns a message that was not requested. */
  uid_unasked: (response: SentResponse, correct: Buffer) =>
    isFetch(response) ? replaceIn(correct, /UID (\d+) /g, 'UID 4000000 ') : correct,
  /** Claims ESEARCH but responds in the old form. */
  search_as_of_old: (response: SentResponse, correct: Buffer) =>
    isSearch(response)
      ? `* SEARCH${foundUids(response)
          .map(uid => ` ${uid}`)
          .join('')}\r\n${response.tagged}`
      : correct,
  uid_zero: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? searchResponse(response, [0, ...foundUids(response)]) : correct,
  uid_too_large: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? searchResponse(response, [...foundUids(response), '99999999999999999999']) : correct,
  uid_no_number: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? searchResponse(response, ['-1', 'one', ...foundUids(response)]) : correct,
  /** UIDNEXT falls, as after a restored backup, though nothing was restored. */
  uidnext_falls: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /UIDNEXT \d+/, 'UIDNEXT 1') : correct,
  /** So high that a cursor that trusted it would never see a message again. */
  uidnext_too_high: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /UIDNEXT \d+/, 'UIDNEXT 4294967295') : correct,
  uidnext_missing: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /\* OK \[UIDNEXT.*\r\n/, '') : correct,
  uidvalidity_zero: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /UIDVALIDITY \d+/, 'UIDVALIDITY 0') : correct,
  uidvalidity_missing: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /\* OK \[UIDVALIDITY.*\r\n/, '') : correct,
  /** UIDVALIDITY changes during a session, so that UIDs mean other messages. */
  uidvalidity_changes: (response: SentResponse, correct: Buffer) =>
    isSearch(response) ? `* OK [UIDVALIDITY 77777] numbering\r\n${text(correct)}` : correct,
  /** UIDVALIDITY changes each time the folder is opened, while the messages stay the same. */
  uidvalidity_new_each_time: (response: SentResponse, correct: Buffer) =>
    isOpening(response) ? replaceIn(correct, /UIDVALIDITY \d+/, `UIDVALIDITY ${2_000_000 + Math.floor(performance.now())}`) : correct,
}
