// The wire of mailboxes.
import { z } from 'zod'
import { ById, Id, Nothing, pageOf, shape, Time } from './shape.ts'

export const MailboxState = z.enum(['connecting', 'live', 'waiting', 'needs_you', 'paused'])
export const Security = z.enum(['tls', 'starttls', 'none'])

export const Mailbox = z.object({
  id: Id,
  kind: z.enum(['imap', 'address']),
  address: z.string(),
  state: MailboxState,
  /** A sentence for the owner when the state needs one. */
  reason: z.string().nullable(),
  host: z.string().nullable(),
  lastAliveAt: Time.nullable(),
  lastMailAt: Time.nullable(),
  createdAt: Time,
})
export type Mailbox = z.infer<typeof Mailbox>

export const ImapSettings = z.object({
  host: z.string().trim().min(1, 'Enter the name of the IMAP server.').max(253),
  port: z.coerce.number().int().min(1).max(65535),
  security: Security,
  username: z.string().trim().min(1, 'Enter the user name, often the whole address.').max(320),
})
export type ImapSettings = z.infer<typeof ImapSettings>

export const NewImapMailbox = ImapSettings.extend({
  address: z.email('Enter a whole e-mail address, like anna@example.com.'),
  password: z.string().min(1, 'Enter the password.').max(1000),
})
export type NewImapMailbox = z.infer<typeof NewImapMailbox>

/** `ok`, or a sentence that says what is wrong and what to do; `code` names it for the screen. */
export const CheckResult = z.object({ ok: z.boolean(), code: z.string().nullable(), message: z.string() })
export type CheckResult = z.infer<typeof CheckResult>

/** How a mailbox is reached. `mustConfirm`: nothing proves that the host is the address's own, so its person has to say so. */
export const Discovered = z.object({
  settings: ImapSettings.nullable(),
  mustConfirm: z.boolean(),
  provider: z
    .object({
      id: z.string(),
      name: z.string(),
      signIn: z.array(z.enum(['password', 'app_password', 'oauth2'])),
      appPassword: z.enum(['always', 'with_2fa', 'never']),
      mustEnable: z.boolean(),
      url: z.string().nullable(),
    })
    .nullable(),
})
export type Discovered = z.infer<typeof Discovered>
export const discoverMailbox = shape({ body: z.object({ address: NewImapMailbox.shape.address }), status: 200, answer: Discovered })

export const listMailboxes = shape({ status: 200, answer: pageOf(Mailbox) })
/** Tests the settings first; an IMAP account that cannot be read is refused with 422 and the check's sentence. */
export const addMailbox = shape({
  body: z.discriminatedUnion('kind', [NewImapMailbox.extend({ kind: z.literal('imap') }), z.object({ kind: z.literal('address') })]),
  status: 201,
  answer: Mailbox,
})
/** Tries settings that are not saved. */
export const tryMailbox = shape({ body: NewImapMailbox, status: 200, answer: CheckResult })
export const changeMailbox = shape({
  params: ById,
  body: z.object({ paused: z.boolean().optional(), password: z.string().min(1).max(1000).optional() }),
  status: 200,
  answer: Mailbox,
})
export const removeMailbox = shape({ params: ById, status: 200, answer: Nothing })
/** Tests a saved mailbox now. */
export const checkMailbox = shape({ params: ById, status: 200, answer: CheckResult })
