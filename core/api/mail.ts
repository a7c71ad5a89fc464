// The API for mailboxes.
import { z } from 'zod/mini'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const MailboxState = z.enum(['connecting', 'live', 'waiting', 'needs_you', 'paused'])
export const Security = z.enum(['tls', 'starttls', 'none'])

/** What happens to emails that arrived while the mailbox was disconnected. */
export const Backlog = z.enum(['forward', 'digest', 'urgent', 'note'])
export type Backlog = z.infer<typeof Backlog>

/** The server's list compared to ours: `held` emails there since the start, `kept` of them here; `takenUp` were found by comparing. */
export const ServerCount = z.object({ held: z.int(), kept: z.int(), takenUp: z.int(), at: Time })
export type ServerCount = z.infer<typeof ServerCount>

export const Mailbox = z.object({
  id: Id,
  kind: z.enum(['imap', 'address']),
  address: z.string(),
  state: MailboxState,
  /** A sentence for the user if the state needs one. */
  reason: z.nullable(z.string()),
  /** The problem's code, for the screen's button. */
  problem: z.nullable(z.string()),
  host: z.nullable(z.string()),
  /** From the table of providers. */
  provider: z.nullable(z.object({ id: z.string(), name: z.string() })),
  signIn: z.nullable(z.enum(['password', 'oauth2'])),
  /** It receives, but its user must sign in again to allow replies from it. */
  mustAllowReplies: z.boolean(),
  backlog: Backlog,
  forwardsCopies: z.boolean(),
  lastAliveAt: z.nullable(Time),
  /** When a second connection last agreed with the first. */
  secondPathAt: z.nullable(Time),
  lastMailAt: z.nullable(Time),
  downSince: z.nullable(Time),
  /** The last 48 half hours, oldest first; empty for our own addresses, which have no connection. */
  halves: z.array(z.enum(['alive', 'gap', 'silent', 'paused', 'none'])),
  /** For all folders; null before the first comparison. */
  count: z.nullable(ServerCount),
  /**
   * A provider asks whether it may forward the emails of `from` (empty if not named) to this address. The user enters `code` there, or
   * opens `url`, which is shown with its host and never opened for them. Null once handled, or after seven days.
   */
  confirmation: z.nullable(z.object({ from: z.string(), code: z.nullable(z.string()), url: z.nullable(z.string()), at: Time })),
  createdAt: Time,
})
export type Mailbox = z.infer<typeof Mailbox>

export const WatchedFolder = z.object({ name: z.string(), startsAt: Time, isGone: z.boolean(), count: z.nullable(ServerCount) })

/** An entry in a mailbox's connection log. */
export const MailboxEvent = z.object({ id: Id, at: Time, kind: z.string(), text: z.string() })
export type MailboxEvent = z.infer<typeof MailboxEvent>

/** A folder on the server; `role` as in RFC 6154, in lowercase and without the backslash. */
export const ServerFolder = z.object({ name: z.string(), role: z.nullable(z.string()), isWatched: z.boolean() })
export type ServerFolder = z.infer<typeof ServerFolder>

/** From when on emails of a new mailbox are processed. */
export const StartFrom = z.enum(['now', 'day', 'week'])
export type StartFrom = z.infer<typeof StartFrom>
// Longer names with four-byte characters would not fit into an index.
const FolderNames = z
  .array(z.string().check(z.minLength(1), z.maxLength(500)))
  .check(z.minLength(1, 'Choose at least one folder.'), z.maxLength(20, 'Choose up to 20 folders.'))

const Fingerprint = z.string().check(z.regex(/^[\da-f]{64}$/, 'A fingerprint has 64 hexadecimal characters.'))
export const ImapSettings = z.object({
  host: z.string().check(z.trim(), z.minLength(1, 'Enter the name of the IMAP server.'), z.maxLength(253)),
  port: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65535)),
  security: Security,
  username: z.string().check(z.trim(), z.minLength(1, 'Enter the username, often your full address.'), z.maxLength(320)),
  /** The SHA-256 fingerprint (hex) of the one trusted certificate, as the user confirmed it. */
  fingerprint: z.optional(Fingerprint),
})
export type ImapSettings = z.infer<typeof ImapSettings>

/** `imap`: how its server is reached; null for our own addresses. */
export const MailboxDetail = z.extend(Mailbox, { folders: z.array(WatchedFolder), imap: z.nullable(ImapSettings) })
export type MailboxDetail = z.infer<typeof MailboxDetail>

const wholeAddress = 'Enter a full email address, like anna@example.com.'
/** As long as an address may be (RFC 3696, erratum 1690). */
export const EmailAddress = z.email(wholeAddress).check(z.maxLength(320, wholeAddress))

export const NewImapMailbox = z.extend(ImapSettings, {
  address: EmailAddress,
  password: z.string().check(z.minLength(1, 'Enter the password.'), z.maxLength(1000)),
})
export type NewImapMailbox = z.infer<typeof NewImapMailbox>

/** `message` says what is wrong and what to do; `code` is for the screen. `fingerprint`: of an untrusted certificate. */
export const ConnectionTestResult = z.object({
  ok: z.boolean(),
  code: z.nullable(z.string()),
  message: z.string(),
  fingerprint: z.nullable(z.string()),
})
export type ConnectionTestResult = z.infer<typeof ConnectionTestResult>

/** How a mailbox is reached. `mustConfirm`: nothing proves that the host belongs to the address, so the user must confirm it. */
export const Discovered = z.object({
  settings: z.nullable(ImapSettings),
  mustConfirm: z.boolean(),
  provider: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      signIn: z.array(z.enum(['password', 'app_password', 'oauth2'])),
      appPassword: z.enum(['always', 'with_2fa', 'never']),
      mustEnable: z.boolean(),
      url: z.nullable(z.string()),
    }),
  ),
})
export type Discovered = z.infer<typeof Discovered>
export const discoverMailboxApi = shape({ body: z.object({ address: NewImapMailbox.shape.address }), status: 200, answer: Discovered })

export const listMailboxesApi = shape({ status: 200, answer: pageOf(Mailbox) })
/** Tests the settings first; an IMAP account that cannot be read is refused with 422 and the test's message. */
export const addMailboxApi = shape({
  body: z.discriminatedUnion('kind', [
    // By default the inbox, starting now.
    z.extend(NewImapMailbox, { kind: z.literal('imap'), folders: z.optional(FolderNames), start: z.optional(StartFrom) }),
    z.object({ kind: z.literal('address') }),
  ]),
  status: 201,
  answer: Mailbox,
})
/**
 * Starts a sign-in with a provider: send the browser to `url` (requested with fetch, so that the cookie is set). It returns to
 * `/email-accounts?added=<id of the mailbox>` or `/email-accounts?problem=<code>`. `mailboxId` signs that mailbox in again.
 */
export const beginSignInApi = shape({
  body: z.object({
    provider: z.enum(['google', 'microsoft']),
    /** What the user typed, to prefill the provider's form. */
    address: z.optional(NewImapMailbox.shape.address),
    mailboxId: z.optional(Id),
    folders: z.optional(FolderNames),
    start: z.optional(StartFrom),
  }),
  status: 201,
  answer: z.object({ url: z.url() }),
})
export type BeginSignIn = z.output<(typeof beginSignInApi)['body']>

/** How a sign-in with a provider can fail. */
export const SignInProblem = z.enum([
  /** Too late, already used, or started in another browser. */
  'sign_in_expired',
  'sign_in_cancelled',
  /** The organization's administrator must allow it. */
  'sign_in_admin',
  /** The user did not grant access to their email. */
  'sign_in_no_mail',
  'sign_in_other_account',
  /** The plan allows no more mailboxes. */
  'sign_in_beyond_plan',
  'sign_in_failed',
  'sign_in_waits',
  'sign_in_setup',
])
export type SignInProblem = z.infer<typeof SignInProblem>

/** Tests settings without saving them. */
export const tryMailboxApi = shape({ body: NewImapMailbox, status: 200, answer: ConnectionTestResult })
/** A new password or fingerprint is tested first; `fingerprint: null` trusts public certificate authorities again. */
export const ChangeMailbox = z.object({
  paused: z.optional(z.boolean()),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  folders: z.optional(FolderNames),
  /** Also processes emails that arrived since then, as for a new mailbox; stored ones are not repeated. */
  start: z.optional(StartFrom),
  backlog: z.optional(Backlog),
  forwardsCopies: z.optional(z.boolean()),
  confirmationSeen: z.optional(z.literal(true)),
  fingerprint: z.optional(z.nullable(Fingerprint)),
})
export type ChangeMailbox = z.infer<typeof ChangeMailbox>
export const changeMailboxApi = shape({
  params: ById,
  body: ChangeMailbox,
  status: 200,
  answer: Mailbox,
})
/** `erase=yes` also erases its stored emails; otherwise they stay for the user's retention period. */
export const removeMailboxApi = shape({
  params: ById,
  query: z.object({ erase: z._default(z.enum(['yes', 'no']), 'no') }),
  status: 200,
  answer: Nothing,
})
/** Tests a saved mailbox now. */
export const checkMailboxApi = shape({ params: ById, status: 200, answer: ConnectionTestResult })
export const getMailboxApi = shape({ params: ById, status: 200, answer: MailboxDetail })
/** The current folders on the server; connects to it, so it takes as long as a test and counts as one. */
export const listServerFoldersApi = shape({ params: ById, status: 200, answer: pageOf(ServerFolder) })
/** Newest first, at most 200. */
export const listMailboxEventsApi = shape({ params: ById, status: 200, answer: pageOf(MailboxEvent) })
