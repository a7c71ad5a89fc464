// Refusals: NO and BAD, limits, hang-ups, capabilities that are not kept, and answers that are meant for somebody else.
import type { Sent } from '../shapes.ts'

const isSignIn = ({ name }: Sent): boolean => name === 'LOGIN' || name === 'AUTHENTICATE'
const isGreeting = ({ name }: Sent): boolean => name === 'GREETING'
const isHello = (said: Sent): boolean => isGreeting(said) || isSignIn(said) || said.name === 'CAPABILITY'
const refuse = (said: Sent, words: string): string => `${said.tag} ${words}\r\n`

/** Sends it as the last thing. */
const last = (said: Sent, bytes: Buffer | string): null => {
  said.session.send(bytes)
  said.session.socket.end()
  return null
}

export const refusals = {
  not_imap: (said: Sent, honest: Buffer) =>
    isGreeting(said) ? last(said, 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n') : honest,
  bye_at_once: (said: Sent, honest: Buffer) => (isGreeting(said) ? last(said, '* BYE no\r\n') : honest),
  hangs_up_at_once: (said: Sent) => last(said, ''),
  no_to_all: (said: Sent, honest: Buffer) => (isHello(said) ? honest : refuse(said, 'NO not today')),
  bad_to_all: (said: Sent, honest: Buffer) => (isHello(said) ? honest : refuse(said, 'BAD what')),
  ok_without_data: (said: Sent, honest: Buffer) => (isHello(said) ? honest : refuse(said, 'OK done')),
  no_to_fetch: (said: Sent, honest: Buffer) => (said.name === 'UID FETCH' ? refuse(said, 'NO [SERVERBUG] internal error') : honest),
  no_to_search: (said: Sent, honest: Buffer) => (said.name === 'UID SEARCH' ? refuse(said, 'NO cannot search') : honest),
  limit: (said: Sent, honest: Buffer) => (isSignIn(said) ? refuse(said, 'NO [LIMIT] Rate limit hit.') : honest),
  unavailable: (said: Sent, honest: Buffer) => (isSignIn(said) ? refuse(said, 'NO [UNAVAILABLE] try again later') : honest),
  too_many_connections: (said: Sent, honest: Buffer) =>
    isSignIn(said) ? refuse(said, 'NO [ALERT] Too many simultaneous connections. (Failure)') : honest,
  closes_after_login: (said: Sent, honest: Buffer) => (isSignIn(said) ? last(said, honest) : honest),
  resets_after_login: (said: Sent, honest: Buffer) => {
    if (isSignIn(said)) said.session.socket.resetAndDestroy()
    return honest
  },
  bye_in_idle: (said: Sent, honest: Buffer) =>
    said.name === 'IDLE' ? last(said, Buffer.concat([honest, Buffer.from('* BYE idle for too long\r\n')])) : honest,
  /** It ends its half of the connection and goes on reading. */
  half_closed: (said: Sent, honest: Buffer) => (said.name === 'EXAMINE' ? last(said, honest) : honest),
  other_tag: (said: Sent, honest: Buffer) => (isHello(said) ? honest : Buffer.concat([said.untagged, Buffer.from(`X9 OK done\r\n`)])),
  /** The answer to the next command comes before the command. */
  answers_ahead: (said: Sent, honest: Buffer) =>
    isHello(said)
      ? honest
      : Buffer.concat([honest, Buffer.from(`${(Number.parseInt(said.tag, 16) + 1).toString(16).toUpperCase()} OK done\r\n`)]),
  idle_refused: (said: Sent, honest: Buffer) => (said.name === 'IDLE' ? ended(said, 'BAD what is IDLE') : honest),
  idle_ends_at_once: (said: Sent, honest: Buffer) => (said.name === 'IDLE' ? ended(said, 'OK enough') : honest),
  /** It claims what it then refuses. */
  claims_all: (said: Sent, honest: Buffer) =>
    isHello(said)
      ? honest
          .toString('latin1')
          .replace(/CAPABILITY IMAP4rev1/, 'CAPABILITY IMAP4rev1 IMAP4rev2 ENABLE CONDSTORE QRESYNC COMPRESS=DEFLATE OBJECTID BINARY')
      : honest,
  claims_nothing: (said: Sent, honest: Buffer) =>
    said.name === 'CAPABILITY' ? `* CAPABILITY\r\n${said.tagged}` : honest.toString('latin1').replace(/\[CAPABILITY [^\]]*\] /, ''),
  starttls_injected: (said: Sent, honest: Buffer) =>
    said.name === 'STARTTLS' ? Buffer.concat([honest, Buffer.from('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n')]) : honest,
  starttls_refused: (said: Sent, honest: Buffer) => (said.name === 'STARTTLS' ? refuse(said, 'NO not now') : honest),
}

function ended(said: Sent, words: string): string {
  said.session.idleTag = null
  return refuse(said, words)
}
