// The names that the typed query gives to fields: Gmail's where it has one.
import type { SearchedField } from '../fields.ts'
import type { Fact, TextField } from '../tree.ts'

export const nameOfField: Record<TextField, string> = {
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

export const nameOfFact: Record<Fact, string> = {
  automated: 'automated',
  newsletter: 'newsletter',
  reply: 'reply',
  first_time_sender: 'first-time-sender',
}

const places = new Map<string, SearchedField>([
  ...(Object.entries(nameOfField) as [TextField, string][]).map(([field, name]) => [name, { field }] as const),
  ['lang', { field: 'language' }],
  ['reply-to', { field: 'reply_to' }],
  ['deliveredto', { field: 'header', name: 'Delivered-To' }],
])

/** The place that a name of the query stands for; `header` needs a second name and is not here. */
export const fieldNamed = (name: string): SearchedField | undefined => places.get(name)

/** Fields that take no words. */
export const otherNames = [
  'header',
  'has',
  'is',
  'larger',
  'smaller',
  'size',
  'attachmentsize',
  'attachments',
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

/** What Gmail can ask and a filter on arriving mail cannot: the name of the sentence that says why. */
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

export const isKnownName = (name: string): boolean => places.has(name) || isOtherName(name) || Object.hasOwn(refusedNames, name)

/** All that a person may write before a colon, as completion offers it. */
export const offeredNames: string[] = [...Object.values(nameOfField), ...otherNames.filter(name => name !== 'exact' && name !== 'size')]

/** Words that mean something in capitals. */
export const keywords: ReadonlySet<string> = new Set(['OR', 'AND', 'NOT', 'AROUND'])
