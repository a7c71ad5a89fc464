// Defines the sections of a settings file; a field that is left out stays as it is on the server.
import { z } from 'zod/mini'
import { Backlog, EmailAddress, ImapSettings } from '../api/mail.ts'
import { RotaDraft } from '../api/rotas.ts'
import { NoticeKind, Settings } from '../api/settings.ts'
import { Rights } from '../delivery/rights.ts'
import { Shift } from '../delivery/rota.ts'
import type { ImportedFilter } from '../filters/exchange/imported.ts'
import type { ImportedList } from '../filters/exchange/read-lists.ts'

const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))

/** The environment variable that holds the password: no file holds it. */
const Password = z.strictObject({ env: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)) })
const kept = {
  address: EmailAddress,
  folders: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.minLength(1), z.maxLength(20))),
  backlog: z.optional(Backlog),
  forwardsCopies: z.optional(z.boolean()),
  paused: z.optional(z.boolean()),
}
const { host, port, security, username } = ImapSettings.shape

export const mailboxEntries = {
  imap: z.strictObject({
    ...{ kind: z._default(z.literal('imap'), 'imap'), ...kept, host, port, security, username },
    password: z.optional(Password),
  }),
  /** The user signs in with the provider; no file can do that for them. */
  oauth2: z.strictObject({ kind: z.literal('oauth2'), ...kept }),
  /** An address that Mailferry gives; another server gives another one. */
  address: z.strictObject({ kind: z.literal('address'), address: z.optional(EmailAddress) }),
}
export type MailboxEntry = z.infer<(typeof mailboxEntries)[keyof typeof mailboxEntries]>

export const PhoneEntry = z.strictObject({
  name: Name,
  rights: z.optional(Rights),
  /** `email`: to the address of the account. */
  fallback: z.optional(z.nullable(z.union([z.literal('email'), z.strictObject({ phone: Name })]))),
})
export type PhoneEntry = z.infer<typeof PhoneEntry>

const { from, to, days } = Shift.shape
export const RotaEntry = z.strictObject({
  name: RotaDraft.shape.name,
  shifts: z.array(z.strictObject({ phone: Name, from, to, days })).check(z.minLength(1), z.maxLength(50)),
})
export type RotaEntry = z.infer<typeof RotaEntry>

const { onboardingDismissed: _, notices: __, ...preferences } = Settings.shape
export const PreferencesEntry = z.partial(z.strictObject({ ...preferences, notices: z.partialRecord(NoticeKind, z.boolean()) }))
export type PreferencesEntry = z.infer<typeof PreferencesEntry>

/** A section that is missing says nothing about what it would hold. */
export interface SettingsFile {
  preferences?: PreferencesEntry
  mailboxes?: MailboxEntry[]
  phones?: PhoneEntry[]
  rotas?: RotaEntry[]
  filters?: ImportedFilter[]
  lists?: ImportedList[]
}
