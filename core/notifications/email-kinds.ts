// Lists the emails that the product sends, the parts of their text that staff may change, and the values that fill them.
import type { CatalogName } from '../words/catalogs.ts'

export type EmailPart = 'subject' | 'text' | 'action' | 'otherwise' | 'code' | 'codeAlone' | 'life' | 'stop' | 'foot'

/** A choice is filled by one of these words, and is only used in an ICU `select`. */
export type EmailValue = 'text' | 'number' | readonly string[]

export const emailCatalogs = ['auth', 'notices', 'contact'] as const satisfies CatalogName[]
export type EmailCatalog = (typeof emailCatalogs)[number]

export const emailGroups = ['signIn', 'security', 'notifications', 'billing', 'shared'] as const
export type EmailGroup = (typeof emailGroups)[number]

export interface EmailKindInfo {
  group: EmailGroup
  catalog: EmailCatalog
  /** The key of each part in its catalog. */
  keys: Partial<Record<EmailPart, string>>
  values: Readonly<Record<string, EmailValue>>
  /** The values without which a part says nothing. */
  needed: Partial<Record<EmailPart, readonly string[]>>
}

type Values = EmailKindInfo['values']
type Needed = EmailKindInfo['needed']

const authEmail = (group: 'signIn' | 'security', kind: string, values: Values = {}, needed: Needed = {}): EmailKindInfo => ({
  group,
  catalog: 'auth',
  keys: { subject: `${kind}.subject`, text: `${kind}.text`, action: `${kind}.deed`, otherwise: `${kind}.otherwise` },
  values,
  needed,
})

/** Emails without a button. */
const closingEmail = (group: 'signIn' | 'security', kind: string, more: EmailKindInfo['keys'] = {}): EmailKindInfo => ({
  ...authEmail(group, kind),
  keys: { subject: `${kind}.subject`, text: `${kind}.text`, otherwise: `${kind}.otherwise`, ...more },
})

const notice = (kind: string, values: Values, needed: Needed): EmailKindInfo => ({
  group: 'notifications',
  catalog: 'notices',
  keys: { subject: `${kind}.subject`, text: `${kind}.text`, action: `${kind}.deed`, otherwise: `${kind}.otherwise` },
  values,
  needed,
})

const billingNotice = (kind: string, values: Values, needed: Needed): EmailKindInfo => ({
  ...notice(kind, values, needed),
  group: 'billing',
  keys: { subject: `${kind}.subject`, text: `${kind}.text`, action: `${kind}.action`, otherwise: `${kind}.otherwise` },
})

const usage = { percent: 'text', used: 'text', limit: 'text', when: 'text' } as const
const subscription: Values = {
  ...{ plan: 'text' as const, price: 'text' as const, amount: 'text' as const, when: 'text' as const },
  ...{ provider: ['stripe', 'invoice'], interval: ['month', 'year'], hasDate: ['yes', 'no'] },
}
const addresses = { from: 'text', to: 'text' } as const

export const authEmails = {
  signUp: authEmail('signIn', 'signUp'),
  magicLink: authEmail('signIn', 'magicLink'),
  recovery: authEmail('signIn', 'recovery'),
  invite: authEmail('signIn', 'invite'),
  provider: authEmail('signIn', 'provider', { provider: 'text' }, { text: ['provider'] }),
  changeNew: authEmail('signIn', 'changeNew', addresses, { text: ['to'] }),
  changeCurrent: authEmail('signIn', 'changeCurrent', addresses, { text: ['to'] }),
  reauthenticate: closingEmail('signIn', 'reauthenticate', { codeAlone: 'codeAlone' }),
  newDevice: authEmail('security', 'newDevice'),
  passwordChanged: authEmail('security', 'passwordChanged'),
  emailChanged: authEmail('security', 'emailChanged', { to: 'text' }, { text: ['to'] }),
  addressTaken: authEmail('security', 'addressTaken'),
  phoneChanged: authEmail('security', 'phoneChanged', { phone: 'text' }, { text: ['phone'] }),
  identityAdded: authEmail('security', 'identityAdded', { provider: 'text' }, { text: ['provider'] }),
  identityGone: authEmail('security', 'identityGone', { provider: 'text' }, { text: ['provider'] }),
  factorAdded: authEmail('security', 'factorAdded', { factor: 'text' }, { text: ['factor'] }),
  factorGone: authEmail('security', 'factorGone', { factor: 'text' }, { text: ['factor'] }),
  passkeyAdded: authEmail('security', 'passkeyAdded'),
  passkeyGone: authEmail('security', 'passkeyGone'),
  factorTried: authEmail('security', 'factorTried'),
  recoveryCodesMade: authEmail('security', 'recoveryCodesMade'),
  recoveryCodeUsed: authEmail('security', 'recoveryCodeUsed', { left: 'text' }, { text: ['left'] }),
  suspended: {
    ...closingEmail('security', 'suspended'),
    values: { until: 'text', forGood: ['yes', 'no'] },
    needed: { text: ['until'] },
  },
  resumed: authEmail('security', 'resumed'),
  factorsReset: authEmail('security', 'factorsReset'),
  rolesChanged: authEmail('security', 'rolesChanged', { roles: 'text' }, { text: ['roles'] }),
  signedOutByStaff: authEmail('security', 'signedOutByStaff'),
  erased: closingEmail('security', 'erased'),
  removed: closingEmail('security', 'removed'),
} satisfies Record<string, EmailKindInfo>

export const noticeEmails = {
  mailbox_down: notice(
    'mailbox_down',
    { count: 'number', address: 'text', when: 'text', needsPerson: ['yes', 'no'] },
    { subject: ['address'], text: ['when'] },
  ),
  mailbox_backlog: notice(
    'mailbox_backlog',
    { address: 'text', came: 'number', matched: 'number' },
    { subject: ['address'], text: ['came'] },
  ),
  allow_replies: notice('allow_replies', { address: 'text' }, { subject: ['address'] }),
  phone_down: notice(
    'phone_down',
    { phone: 'text', when: 'text', way: ['destination', 'mail', 'none'], isOfPhone: ['yes', 'no'] },
    { subject: ['phone'], text: ['phone'] },
  ),
  whatsapp_down: notice('whatsapp_down', { when: 'text' }, { text: ['when'] }),
  undelivered: notice(
    'undelivered',
    { count: 'number', phone: 'text', subject: 'text' },
    { subject: ['phone', 'subject'], text: ['phone'] },
  ),
  unanswered: notice('unanswered', { subject: 'text' }, { subject: ['subject'] }),
  key_made: notice('key_made', { name: 'text', scope: ['read', 'write'] }, { subject: ['name'], text: ['scope'] }),
  phone_linked: notice('phone_linked', { phone: 'text' }, { subject: ['phone'], text: ['phone'] }),
  filter_to_phone: notice('filter_to_phone', { filter: 'text', phone: 'text' }, { subject: ['filter', 'phone'] }),
  copy_started: notice('copy_started', {}, {}),
  copy_ready: notice('copy_ready', { size: 'text', when: 'text' }, { otherwise: ['when'] }),
  usage_nearly: billingNotice('usage_nearly', usage, { text: ['used', 'limit', 'when'] }),
  usage_full: billingNotice('usage_full', usage, { text: ['limit', 'when'] }),
  trial_ending: billingNotice('trial_ending', subscription, { subject: ['when'], text: ['price'] }),
  payment_failed: billingNotice('payment_failed', subscription, { text: ['amount', 'plan'] }),
  payment_missing: billingNotice('payment_missing', subscription, { text: ['amount', 'plan'] }),
  payment_received: billingNotice('payment_received', subscription, { text: ['plan'] }),
  cancellation: billingNotice('cancellation', subscription, { subject: ['plan'], text: ['when'] }),
  subscription_ended: billingNotice('subscription_ended', subscription, { subject: ['plan'] }),
  invoice_open: billingNotice(
    'invoice_open',
    { amount: 'text', number: 'text', due: 'text', hasNumber: ['yes', 'no'], hasDue: ['yes', 'no'] },
    { subject: ['amount'], text: ['amount'] },
  ),
} satisfies Record<string, EmailKindInfo>

export type AuthEmailName = keyof typeof authEmails
export type NoticeEmailName = keyof typeof noticeEmails
export type EmailKind = AuthEmailName | NoticeEmailName | 'contact' | 'shared'

export const emailKinds: Readonly<Record<EmailKind, EmailKindInfo>> = {
  ...authEmails,
  ...noticeEmails,
  contact: {
    group: 'notifications',
    catalog: 'contact',
    keys: { subject: 'letter.subject', otherwise: 'letter.unchecked', foot: 'letter.foot' },
    values: { topic: 'text', who: 'text', url: 'text' },
    needed: { subject: ['topic', 'who'] },
  },
  shared: {
    group: 'shared',
    catalog: 'auth',
    keys: { code: 'code', life: 'life', stop: 'stop', foot: 'foot' },
    values: { minutes: 'number' },
    needed: { life: ['minutes'] },
  },
}

export const isEmailKind = (name: string): name is EmailKind => Object.hasOwn(emailKinds, name)
export const isAuthEmail = (kind: EmailKind): kind is AuthEmailName => Object.hasOwn(authEmails, kind)
export const isNoticeEmail = (kind: EmailKind): kind is NoticeEmailName => Object.hasOwn(noticeEmails, kind)

/** Changed parts; those that are missing keep the catalog's text. */
export type EmailTexts = Partial<Record<EmailPart, string>>

/** The parts of an email in the order in which they are read, with their keys. */
export const partsOf = (kind: EmailKind): [part: EmailPart, key: string][] =>
  emailPartNames.flatMap(part => {
    const key = emailKinds[kind].keys[part]
    return key === undefined ? [] : [[part, key] satisfies [EmailPart, string]]
  })

export const emailPartNames = [
  'subject',
  'text',
  'action',
  'code',
  'codeAlone',
  'life',
  'otherwise',
  'stop',
  'foot',
] as const satisfies EmailPart[]
