// Refusals: NO and BAD, limits, hang-ups, advertised capabilities that do not work, and misdirected responses.
import type { SentResponse } from '../shapes.ts'

const isSignIn = ({ name }: SentResponse): boolean => name === 'LOGIN' || name === 'AUTHENTICATE'
const isGreeting = ({ name }: SentResponse): boolean => name === 'GREETING'
const isHandshake = (response: SentResponse): boolean => isGreeting(response) || isSignIn(response) || response.name === 'CAPABILITY'
const refuseWith = (response: SentResponse, text: string): string => `${response.tag} ${text}\r\n`

/** Sends this and closes the connection. */
const sendAndClose = (response: SentResponse, bytes: Buffer | string): null => {
  response.session.send(bytes)
  response.session.socket.end()
  return null
}

export const refusalLies = {
  not_imap: (response: SentResponse, correct: Buffer) =>
    isGreeting(response) ? sendAndClose(response, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n') : correct,
  bye_at_once: (response: SentResponse, correct: Buffer) => (isGreeting(response) ? sendAndClose(response, '* BYE no\r\n') : correct),
  hangs_up_at_once: (response: SentResponse) => sendAndClose(response, ''),
  no_to_all: (response: SentResponse, correct: Buffer) => (isHandshake(response) ? correct : refuseWith(response, 'NO not today')),
  bad_to_all: (response: SentResponse, correct: Buffer) => (isHandshake(response) ? correct : refuseWith(response, 'BAD what')),
  ok_without_data: (response: SentResponse, correct: Buffer) => (isHandshake(response) ? correct : refuseWith(response, 'OK done')),
  no_to_fetch: (response: SentResponse, correct: Buffer) =>
    response.name === 'UID FETCH' ? refuseWith(response, 'NO [SERVERBUG] internal error') : correct,
  no_to_search: (response: SentResponse, correct: Buffer) =>
    response.name === 'UID SEARCH' ? refuseWith(response, 'NO cannot search') : correct,
  limit: (response: SentResponse, correct: Buffer) => (isSignIn(response) ? refuseWith(response, 'NO [LIMIT] Rate limit hit.') : correct),
  unavailable: (response: SentResponse, correct: Buffer) =>
    isSignIn(response) ? refuseWith(response, 'NO [UNAVAILABLE] try again later') : correct,
  too_many_connections: (response: SentResponse, correct: Buffer) =>
    isSignIn(response) ? refuseWith(response, 'NO [ALERT] Too many simultaneous connections. (Failure)') : correct,
  closes_after_login: (response: SentResponse, correct: Buffer) => (isSignIn(response) ? sendAndClose(response, correct) : correct),
  resets_after_login: (response: SentResponse, correct: Buffer) => {
    if (isSignIn(response)) response.session.socket.resetAndDestroy()
    return correct
  },
  bye_in_idle: (response: SentResponse, correct: Buffer) =>
    response.name === 'IDLE' ? sendAndClose(response, Buffer.concat([correct, Buffer.from('* BYE idle for too long\r\n')])) : correct,
  /** Closes its half of the connection but keeps reading. */
  half_closed: (response: SentResponse, correct: Buffer) => (response.name === 'EXAMINE' ? sendAndClose(response, correct) : correct),
  other_tag: (response: SentResponse, correct: Buffer) =>
    isHandshake(response) ? correct : Buffer.concat([response.untagged, Buffer.from(`X9 OK done\r\n`)]),
  /** Responds to the next command before it is sent. */
  answers_ahead: (response: SentResponse, correct: Buffer) =>
    isHandshake(response)
      ? correct
      : Buffer.concat([correct, Buffer.from(`${(Number.parseInt(response.tag, 16) + 1).toString(16).toUpperCase()} OK done\r\n`)]),
  idle_refused: (response: SentResponse, correct: Buffer) => (response.name === 'IDLE' ? endIdle(response, 'BAD what is IDLE') : correct),
  idle_ends_at_once: (response: SentResponse, correct: Buffer) => (response.name === 'IDLE' ? endIdle(response, 'OK enough') : correct),
  /** Claims capabilities that it then refuses. */
  claims_all: (response: SentResponse, correct: Buffer) =>
    isHandshake(response)
      ? correct
          .toString('latin1')
          .replace(/CAPABILITY IMAP4rev1/, 'CAPABILITY IMAP4rev1 IMAP4rev2 ENABLE CONDSTORE QRESYNC COMPRESS=DEFLATE OBJECTID BINARY')
      : correct,
  claims_nothing: (response: SentResponse, correct: Buffer) =>
    response.name === 'CAPABILITY'
      ? `* CAPABILITY\r\n${response.tagged}`
      : correct.toString('latin1').replace(/\[CAPABILITY [^\]]*\] /, ''),
  starttls_injected: (response: SentResponse, correct: Buffer) =>
    response.name === 'STARTTLS' ? Buffer.concat([correct, Buffer.from('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n')]) : correct,
  starttls_refused: (response: SentResponse, correct: Buffer) =>
    response.name === 'STARTTLS' ? refuseWith(response, 'NO not now') : correct,
}

function endIdle(response: SentResponse, text: string): string {
  response.session.idleTag = null
  return refuseWith(response, text)
}
