// Defines everything that can be wrong with a mailbox: how each problem is recognized, and whether its user can fix it.
import { providers } from '../../../core/mailbox/providers/providers.ts'
import { OutsideError } from '../../foundation/outside.ts'

/** Waiting doesn't fix these: the user has to do something. */
const needingUser = [
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
  ...needingUser,
  'provider_trouble',
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

export const isMailProblem = (name: string): name is MailProblem => names.some(n => n === name)

/** An error with a named problem; `detail` is for the log and never contains user input. */
export class MailError extends Error {
  readonly problem: MailProblem
  constructor(problem: MailProblem, detail: string) {
    super(detail)
    this.problem = problem
  }
}

/** The server presents a certificate other than the one its user trusts. */
export class CertificateError extends MailError {
  /** SHA-256 of the certificate in DER, in hex. */
  readonly fingerprint: string
  /** Self-signed, so no authority vouches for it. */
  readonly isSelfSigned: boolean
  constructor(fingerprint: string, isSelfSigned: boolean) {
    super('fingerprint_changed', `the certificate is ${fingerprint}`)
    this.fingerprint = fingerprint
    this.isSelfSigned = isSelfSigned
  }
}

export const needsUserAction = (problem: MailProblem): boolean => needingUser.some(one => one === problem)

const rejections: ReadonlySet<MailProblem> = new Set([
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

/** The network works, and retrying soon would change nothing. */
export const isRejection = (problem: MailProblem): boolean => rejections.has(problem)

/** Certain the first time it occurs; a password may be refused during a server's outage and accepted later. */
export const isConclusive = (problem: MailProblem): boolean => problem === 'sign_in_again' || problem === 'fingerprint_changed'

/** The reason concerns the account or a temporary state, not the folder the command named. */
export const concernsAccount = (problem: MailProblem): boolean =>
  ['server_busy', 'too_many_connections', 'unsafe_login', 'imap_off', 'imap_off_admin', 'ask_admin', 'sign_in_blocked'].includes(problem)

/** Names what went wrong while talking to `host`. */
export function toMailProblem(error: unknown, host: string): MailProblem {
  if (error instanceof MailError) return error.problem
  if (error instanceof OutsideError)
    return error.kind === 'unknown_host' ? 'host_unknown' : error.kind === 'refused' ? 'host_refused' : 'timeout'
  const { code, text, isLogin } = readError(error)
  const match = byServerText.find(p => p.pattern.test(text) && (!p.appliesTo || p.appliesTo(host)))
  if (match) return match.problem
  if (isLogin) return 'wrong_password'
  return byCode.find(p => p.codes.test(code))?.problem ?? byTransportText.find(p => p.pattern.test(text))?.problem ?? 'unknown'
}

const hostMatches = (hosts: RegExp) => (host: string) => hosts.test(host)
const microsoft = hostMatches(/(^|\.)(outlook\.com|office365\.com|hotmail\.com|live\.com)$/i)
const ambiguousHosts = hostMatches(/(^|\.)(qq|foxmail)\.com$|(^|\.)yandex\.[a-z.]+$/i)
// These providers refuse the website's password and need an app password, but reply as for any wrong password.
const wantsAppPassword = (host: string): boolean =>
  /(^|\.)(gmail|googlemail|yahoo|aol|mail\.me|me|icloud|163|126)\.com$|(^|\.)(mail\.ru|yeah\.net|fastmail\.com|zoho\.[a-z.]+)$/i.test(
    host,
  ) || providers.some(({ imap, appPassword }) => appPassword === 'always' && imap?.host === host.toLowerCase())

// What mail servers reply; the first match wins. The codes in capitals are RFC 5530's, the rest is each provider's wording.
const byServerText: { pattern: RegExp; appliesTo?: (host: string) => boolean; problem: MailProblem }[] = [
  { pattern: /application-specific password|application password is required|parol prilozheniya/i, problem: 'app_password' },
  { pattern: /unsafe login/i, problem: 'unsafe_login' },
  { pattern: /log ?in via your web browser|web login required/i, problem: 'sign_in_blocked' },
  { pattern: /imap access is disabled for your domain/i, problem: 'imap_off_admin' },
  { pattern: /account is abnormal, service is not open|invalid credentials or imap is disabled/i, problem: 'app_password_or_imap' },
  { pattern: /imap access is disabled|not enabled for imap|imap is disabled/i, problem: 'imap_off' },
  { pattern: /basic authentication is (disabled|not supported)/i, problem: 'password_not_accepted' },
  { pattern: /security defaults policy/i, problem: 'ask_admin' },
  { pattern: /login failed|authenticate failed/i, appliesTo: microsoft, problem: 'password_not_accepted' },
  { pattern: /authenticated but not connected|\bAUTHORIZATIONFAILED\b/i, problem: 'no_access' },
  { pattern: /too many (simultaneous |concurrent |open )?connections|maximum number of connections/i, problem: 'too_many_connections' },
  { pattern: /exceeded command or bandwidth|rate limit|too many (failed )?(log ?in|authentication) /i, problem: 'server_busy' },
  { pattern: /\b(UNAVAILABLE|INUSE|LIMIT|SERVERBUG)\b/, problem: 'server_busy' },
  { pattern: /\bEXPIRED\b|[Pp]assword (has |is )?expired/, problem: 'password_expired' },
  { pattern: /\bPRIVACYREQUIRED\b|login is disabled|plaintext authentication disallowed/i, problem: 'tls_expected' },
  { pattern: /\bCONTACTADMIN\b/, problem: 'ask_admin' },
  { pattern: /\b(account|user|mailbox) (is|has been) (temporarily )?(locked|blocked|suspended|disabled)\b/i, problem: 'sign_in_blocked' },
  {
    pattern: /AUTHENTICATIONFAILED|invalid credentials|login error|login fail/i,
    appliesTo: ambiguousHosts,
    problem: 'app_password_or_imap',
  },
  { pattern: /AUTHENTICATIONFAILED|invalid credentials|login error|login fail/i, appliesTo: wantsAppPassword, problem: 'app_password' },
  { pattern: /AUTHENTICATIONFAILED/, problem: 'wrong_password' },
]

// Error codes of sockets, TLS (OpenSSL's verify results) and imapflow.
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
const byTransportText: { pattern: RegExp; problem: MailProblem }[] = [
  { pattern: /does not support STARTTLS/i, problem: 'tls_not_offered' },
  { pattern: /wrong version number|packet length too long/i, problem: 'tls_not_offered' },
]

interface ReadError {
  code: string
  text: string
  isLogin: boolean
}

// imapflow puts the server's text on different properties, depending on the failed command.
function readError(error: unknown): ReadError {
  if (!(error instanceof Error)) return { code: '', text: String(error), isLogin: false }
  const stringProperty = (name: string): string => {
    const value: unknown = Reflect.get(error, name)
    return typeof value === 'string' ? value : ''
  }
  return {
    code: stringProperty('code'),
    text: [
      stringProperty('serverResponseCode'),
      stringProperty('response'),
      stringProperty('responseText'),
      stringProperty('reason'),
      error.message,
    ].join(' '),
    isLogin: Reflect.get(error, 'authenticationFailed') === true,
  }
}
