// Tests what we tell the user for each reply of a mail server: one row per known reply.
import { expect, test } from 'vitest'
import { loadWords } from '../../foundation/words.ts'
import { describeProblem } from '../mailboxes/connection-test.ts'
import { concernsAccount, isMailProblem, type MailProblem, needsUserAction, toMailProblem } from './errors.ts'

// host | the tagged answer as the server words it | the command that it refused | what we call it
const answers = `
imap.gmail.com | NO [ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure) | LOGIN | app_password
imap.gmail.com | NO [AUTHENTICATIONFAILED] Invalid credentials (Failure) | LOGIN | app_password
imap.gmail.com | NO [ALERT] Please log in via your web browser: https://support.google.com/mail/accounts/answer/78754 (Failure) | LOGIN | sign_in_blocked
imap.gmail.com | NO [WEBALERT https://accounts.google.com/signin/continue] Web login required. | LOGIN | sign_in_blocked
imap.gmail.com | NO [ALERT] IMAP access is disabled for your domain. Please contact your domain administrator. (Failure) | LOGIN | imap_off_admin
imap.gmail.com | NO [ALERT] Your account is not enabled for IMAP use. Please visit your settings page (Failure) | LOGIN | imap_off
imap.gmail.com | NO [ALERT] Too many simultaneous connections. (Failure) | LOGIN | too_many_connections
imap.gmail.com | NO [ALERT] Account exceeded command or bandwidth limits. (Failure) | EXAMINE | server_busy
outlook.office365.com | NO Basic authentication is disabled. | LOGIN | password_not_accepted
outlook.office365.com | NO LOGIN failed. | LOGIN | password_not_accepted
outlook.office365.com | NO AUTHENTICATE failed. | AUTHENTICATE | password_not_accepted
outlook.office365.com | BAD User is authenticated but not connected. | EXAMINE | no_access
outlook.office365.com | NO Authentication unsuccessful, user is locked by your organization's security defaults policy. | LOGIN | ask_admin
mail.example.com | NO LOGIN failed. | LOGIN | wrong_password
imap.mail.yahoo.com | NO [AUTHENTICATIONFAILED] LOGIN Invalid credentials | LOGIN | app_password
imap.mail.yahoo.com | NO [AUTHENTICATIONFAILED] AUTHENTICATE Invalid credentials | AUTHENTICATE | app_password
imap.aol.com | NO [AUTHENTICATIONFAILED] LOGIN Invalid credentials | LOGIN | app_password
imap.mail.yahoo.com | NO [LIMIT] CAPABILITY Rate limit hit. | CAPABILITY | server_busy
imap.mail.me.com | NO [AUTHENTICATIONFAILED] Authentication Failed | LOGIN | app_password
imap.yandex.com | NO [AUTHENTICATIONFAILED] LOGIN invalid credentials or IMAP is disabled sc=abc | LOGIN | app_password_or_imap
imap.yandex.com | NO [AUTHENTICATIONFAILED] LOGIN Invalid credentials sc=abc | LOGIN | app_password_or_imap
imap.mail.ru | NO [AUTHENTICATIONFAILED] NEOBHODIM parol prilozheniya https://help.mail.ru/mail/security/protection/external / Application password is REQUIRED | LOGIN | app_password
imap.qq.com | NO Login fail. Account is abnormal, service is not open, password is incorrect, login frequency limited, or system is busy. | LOGIN | app_password_or_imap
imap.163.com | NO LOGIN Login error or password error | LOGIN | app_password
imap.163.com | NO SELECT Unsafe Login. Please contact kefu@188.com for help | EXAMINE | unsafe_login
imap.naver.com | NO [AUTHENTICATIONFAILED] LOGIN failed | LOGIN | app_password
secureimap.t-online.de | NO [AUTHENTICATIONFAILED] Authentication failed. | LOGIN | app_password
mail.example.com | NO Maximum number of connections from user+IP exceeded (mail_max_userip_connections=10) | LOGIN | too_many_connections
mail.example.com | NO [LIMIT] Too many concurrent connections | LOGIN | too_many_connections
mail.example.com | NO Too many failed login attempts, try later | LOGIN | server_busy
mail.example.com | NO [UNAVAILABLE] Temporary authentication failure | LOGIN | server_busy
mail.example.com | NO [INUSE] Mailbox is locked by another session | EXAMINE | server_busy
mail.example.com | NO [SERVERBUG] Internal error occurred | EXAMINE | server_busy
mail.example.com | NO [AUTHORIZATIONFAILED] You may not open this mailbox | LOGIN | no_access
mail.example.com | NO [EXPIRED] That password is not valid any more | LOGIN | password_expired
mail.example.com | NO [PRIVACYREQUIRED] Plaintext authentication disallowed on non-secure connections. | LOGIN | tls_expected
mail.example.com | NO [CONTACTADMIN] Account is closed | LOGIN | ask_admin
mail.example.com | NO [AUTHENTICATIONFAILED] Account is locked | LOGIN | sign_in_blocked
mail.example.com | NO [AUTHENTICATIONFAILED] Authentication failed. | LOGIN | wrong_password
mail.example.com | NO no | LOGIN | wrong_password
`

/** As the IMAP client throws it. */
function refusal(answer: string, command: string): Error {
  const [, status = '', code = '', text = ''] = /^(NO|BAD) (?:\[(\w+)[^\]]*\] )?(.*)$/.exec(answer) ?? []
  const isLogin = command === 'LOGIN' || command === 'AUTHENTICATE'
  return Object.assign(new Error('Command failed'), {
    response: `3 ${answer}`,
    responseStatus: status,
    responseText: text,
    ...(code && { serverResponseCode: code }),
    ...(isLogin && { authenticationFailed: true }),
  })
}

const rows = answers
  .trim()
  .split('\n')
  .map(line => line.split(' | '))

test.each(rows)('%s says %s to %s: %s', (host = '', answer = '', command = '', problem = '') => {
  expect(toMailProblem(refusal(answer, command), host)).toBe(problem)
})

const say = loadWords().of('mail')

test('every problem has a sentence that names the server or what to do, and none names a password typed', () => {
  for (const name of new Set(rows.map(([, , , problem = '']) => problem))) {
    if (!isMailProblem(name)) throw new Error(`${name} is no problem.`)
    expect(describeProblem(say, { host: 'mail.example.com', port: 993 }, name)).toMatch(/^[A-Z{“m].{30,}[.]$/)
  }
})

test('problems that only time fixes need nothing from the user', () => {
  const patient: MailProblem[] = ['too_many_connections', 'server_busy', 'sign_in_waits', 'sign_in_setup', 'timeout', 'closed']
  expect(patient.filter(needsUserAction)).toEqual([])
  expect((['ask_admin', 'unsafe_login', 'imap_off_admin', 'app_password_or_imap', 'sign_in_again'] as const).every(needsUserAction)).toBe(
    true,
  )
})

test('a folder refused because of the account is not considered missing', () => {
  const refused = rows.filter(([, , command]) => command === 'EXAMINE')
  const ofAccount = refused.filter(([host = '', answer = '', command = '']) =>
    concernsAccount(toMailProblem(refusal(answer, command), host)),
  )
  expect(ofAccount.map(([, , , problem]) => problem)).toEqual(['server_busy', 'unsafe_login', 'server_busy', 'server_busy'])
  expect(concernsAccount(toMailProblem(refusal("NO [NONEXISTENT] Mailbox doesn't exist: Old", 'EXAMINE'), 'mail.example.com'))).toBe(false)
})
