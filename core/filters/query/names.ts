// Defines the field names of typed queries; Gmail's names where they exist.
import type { SearchedField } from '../fields.ts'
import type { Fact, TextField } from '../tree.ts'

export const queryFieldNames: Record<TextField, string> = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  recipient: 'recipient',
  reply_to: 'replyto',
  sender_domain: 'domain',
  subject: 'subject',
  any: 'any',
  body: 'body',
  whole_body: 'wholebody',
  attachment_name: 'filename',
  attachment_type: 'filetype',
  list: 'list',
  mailbox: 'mailbox',
  language: 'language',
}

export const queryFactNames: Record<Fact, string> = {
  automated: 'automated',
  newsletter: 'newsletter',
  reply: 'reply',
  first_time_sender: 'first-time-sender',
}

const searchedFields = new Map<string, SearchedField>([
  ...(Object.entries(queryFieldNames) as [TextField, string][]).map(([field, name]) => [name, { field }] as const),
  ['lang', { field: 'language' }],
  ['reply-to', { field: 'reply_to' }],
  ['deliveredto', { field: 'header', name: 'Delivered-To' }],
])

/** The field that a name stands for; `header` needs a second name and is not included. */
export const findSearchedField = (name: string): SearchedField | undefined => searchedFields.get(name)

/** Fields with other values than words. */
export const otherNames = [
  'header',
  'has',
  'is',
  'larger',
  'smaller',
  'size',
  'attachmentsize',
  'attachments',
  'amount',
  'after',
  'before',
  'newer',
  'older',
  'on',
  'day',
  'hour',
  'auth',
  'spf',
  'dkim',
  'dmarc',
  'rfc822msgid',
  'exact',
] as const
export type OtherName = (typeof otherNames)[number]

/** Gmail operators that make no sense for arriving email, with the problem code that says why. */
export const refusedNames = {
  label: 'label',
  category: 'category',
  in: 'in',
  older_than: 'relative',
  newer_than: 'relative',
  bcc: 'bcc',
  around: 'around',
} as const

export const isOtherName = (name: string): name is OtherName => otherNames.some(other => other === name)

export const isKnownName = (name: string): boolean => searchedFields.has(name) || isOtherName(name) || Object.hasOwn(refusedNames, name)

/** The names that completion offers. */
export const offeredNames: string[] = [...Object.values(queryFieldNames), ...otherNames.filter(name => name !== 'exact' && name !== 'size')]

/** Words with a special meaning in capitals. */
export const keywords: ReadonlySet<string> = new Set(['OR', 'AND', 'NOT', 'AROUND'])
