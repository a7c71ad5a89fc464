// What can be wrong with a mailbox, as data: how each problem is recognized and who can fix it.
import { providers } from '../../../core/mailbox/providers/providers.ts'
import { OutsideError } from '../../foundation/outside.ts'

/** No amount of waiting mends these: the person has to do something. */
const forThePerson = [
  'wrong_password',
  'app_password',
  'app_password_or_imap',
  'sign_in_blocked',
  'password_expired',
  'password_not_accepted',
  'imap_off',
  'imap_off_admin',
  'ask_admin',
  'unsafe_login',
  'no_access',
  'sign_in_again',
  'sign_in_refused',
  'fingerprint_changed',
] as const

const names = [
  ...forThePerson,
  'sign_in_waits',
  'sign_in_busy',
  'sign_in_setup',
  'too_many_connections',
  'server_busy',
  'host_unknown',
  'host_refused',
  'port_closed',
  'timeout',
  'tls_expected',
  'tls_not_offered',
  'plain_refused',
  'cert_untrusted',
  'cert_name',
  'cert_expired',
  'self_signed',
  'no_inbox',
  'not_imap',
  'closed',
  'unknown',
] as const
export type MailProblem = (typeof names)[number]

export const isProblem = (name: string): name is MailProblem => names.some(n => n === name)

/** A problem with a name; `detail` is for the log and never holds what a person typed. */
export class MailError extends Error {
  readonly problem: MailProblem
  constructor(problem: MailProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/** The server shows a certificate other than the one that its person trusts. */
export class CertificateError extends MailError {
  /** SHA-256 of the certificate in DER, in hex. */
  readonly fingerprint: string
  /** It vouches for itself, so no authority can have signed it. */
  readonly isSelfSigned: boolean
  constructor(fingerprint: string, isSelfSigned: boolean) {
    super('fingerprint_changed', `the certificate is ${fingerprint}`)
    this.fingerprint = fingerprint
    this.isSelfSigned = isSelfSigned
  }
}

export const needsPerson = (problem: MailProblem): boolean => forThePerson.some(one => one === problem)

const turningAway: ReadonlySet<MailProblem> = new Set([
  'too_many_connections',
  'server_busy',
  'sign_in_busy',
  'sign_in_setup',
  'host_refused',
  'cert_untrusted',
  'cert_name',
  'cert_expired',
  'no_inbox',
  'not_imap',
])

/** The network is there, and asking again soon would change nothing. */
export const turnsAway = (problem: MailProblem): boolean => turningAway.has(problem)

/** Known for sure at the first time; a password may be refused in a server's bad hour and accepted in the next. */
export const isDefinite = (problem: MailProblem): boolean => problem === 'sign_in_again' || problem === 'fingerprint_changed'

/** The server speaks of the whole account or of this hour, whichever command it refused. */
export const isOfAccount = (problem: MailProblem): boolean =>
  ['server_busy', 'too_many_connections', 'unsafe_login', 'imap_off', 'imap_off_admin', 'ask_admin', 'sign_in_blocked'].includes(problem)

/** Names what went wrong while talking to `host`. */
export function problemOf(error: unknown, host: string): MailProblem {
  if (error instanceof MailError) return error.problem
  if (error instanceof OutsideError)
    return error.kind === 'unknown_host' ? 'host_unknown' : error.kind === 'refused' ? 'host_refused' : 'timeout'
  const { code, text, isLogin } = readError(error)
  const said = byServerText.find(p => p.says.test(text) && (!p.of || p.of(host)))
  if (said) return said.problem
  if (isLogin) return 'wrong_password'
  return byCode.find(p => p.codes.test(code))?.problem ?? byTransportText.find(p => p.says.test(text))?.problem ?? 'unknown'
}

const at = (hosts: RegExp) => (host: string) => hosts.test(host)
const microsoft = at(/(^|\.)(outlook\.com|office365\.com|hotmail\.com|live\.com)$/i)
const checksTwo = at(/(^|\.)(qq|foxmail)\.com$|(^|\.)yandex\.[a-z.]+$/i)
// These refuse the password of the website and want one made for the app; what the server says is no different.
const wantsAppPassword = (host: string): boolean =>
  /(^|\.)(gmail|googlemail|yahoo|aol|mail\.me|me|icloud|163|126)\.com$|(^|\.)(mail\.ru|yeah\.net|fastmail\.com|zoho\.[a-z.]+)$/i.test(
    host,
  ) || providers.some(({ imap, appPassword }) => appPassword === 'always' && imap?.host === host.toLowerCase())

// What mail servers answer, first match wins. RFC 5530 names the codes in capitals; the rest is how each provider words it.
const byServerText: { says: RegExp; of?: (host: string) => boolean; problem: MailProblem }[] = [
  { says: /application-specific password|application password is required|parol prilozheniya/i, problem: 'app_password' },
  { says: /unsafe login/i, problem: 'unsafe_login' },
  { says: /log ?in via your web browser|web login required/i, problem: 'sign_in_blocked' },
  { says: /imap access is disabled for your domain/i, problem: 'imap_off_admin' },
  { says: /account is abnormal, service is not open|invalid credentials or imap is disabled/i, problem: 'app_password_or_imap' },
  { says: /imap access is disabled|not enabled for imap|imap is disabled/i, problem: 'imap_off' },
  { says: /basic authentication is (disabled|not supported)/i, problem: 'password_not_accepted' },
  { says: /security defaults policy/i, problem: 'ask_admin' },
  { says: /login failed|authenticate failed/i, of: microsoft, problem: 'password_not_accepted' },
  { says: /authenticated but not connected|\bAUTHORIZATIONFAILED\b/i, problem: 'no_access' },
  { says: /too many (simultaneous |concurrent |open )?connections|maximum number of connections/i, problem: 'too_many_connections' },
  { says: /exceeded command or bandwidth|rate limit|too many (failed )?(log ?in|authentication) /i, problem: 'server_busy' },
  { says: /\b(UNAVAILABLE|INUSE|LIMIT|SERVERBUG)\b/, problem: 'server_busy' },
  { says: /\bEXPIRED\b|[Pp]assword (has |is )?expired/, problem: 'password_expired' },
  { says: /\bPRIVACYREQUIRED\b|login is disabled|plaintext authentication disallowed/i, problem: 'tls_expected' },
  { says: /\bCONTACTADMIN\b/, problem: 'ask_admin' },
  { says: /\b(account|user|mailbox) (is|has been) (temporarily )?(locked|blocked|suspended|disabled)\b/i, problem: 'sign_in_blocked' },
  { says: /AUTHENTICATIONFAILED|invalid credentials|login error|login fail/i, of: checksTwo, problem: 'app_password_or_imap' },
  { says: /AUTHENTICATIONFAILED|invalid credentials|login error|login fail/i, of: wantsAppPassword, problem: 'app_password' },
  { says: /AUTHENTICATIONFAILED/, problem: 'wrong_password' },
]

// Names of the socket, of TLS (OpenSSL's verify results) and of the IMAP client.
const byCode: { codes: RegExp; problem: MailProblem }[] = [
  { codes: /^(ENOTFOUND|EAI_AGAIN)$/, problem: 'host_unknown' },
  { codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/, problem: 'port_closed' },
  { codes: /^(CONNECT_TIMEOUT|UPGRADE_TIMEOUT|ETIMEDOUT|ETIMEOUT)$/, problem: 'timeout' },
  { codes: /^(GREETING_TIMEOUT)$/, problem: 'tls_expected' },
  { codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/, problem: 'cert_name' },
  { codes: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, problem: 'cert_expired' },
  { codes: /CERT|UNABLE_TO_(VERIFY|GET)|SELF_SIGNED/, problem: 'cert_untrusted' },
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO|ERR_SSL.*|STARTTLS_INJECTION)$/,
    problem: 'tls_not_offered',
  },
  { codes: /^(ECONNRESET|EPIPE|NoConnection|EConnectionClosed|ClosedAfterConnect(Text|TLS)|StateLogout)$/, problem: 'closed' },
  {
    codes: /^(ParserError.*|LineTooLarge|LiteralTooLarge|ResponseTooLarge|InvalidResponse|MAX_IMAP_NESTING_REACHED)$/,
    problem: 'not_imap',
  },
]
const byTransportText: { says: RegExp; problem: MailProblem }[] = [
  { says: /does not support STARTTLS/i, problem: 'tls_not_offered' },
  { says: /wrong version number|packet length too long/i, problem: 'tls_not_offered' },
]

interface ReadError {
  code: string
  text: string
  isLogin: boolean
}

// The IMAP client puts the server's words on different properties, depending on the command that failed.
function readError(error: unknown): ReadError {
  if (!(error instanceof Error)) return { code: '', text: String(error), isLogin: false }
  const word = (name: string): string => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    code: word('code'),
    text: [word('serverResponseCode'), word('response'), word('responseText'), word('reason'), error.message].join(' '),
    isLogin: Reflect.get(error, 'authenticationFailed') === true,
  }
}
