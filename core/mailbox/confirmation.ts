// Recognizes a provider's request to confirm forwarding to one of our addresses, with its account, code and link.
import type { MailView } from '../message/view.ts'

export interface Confirmation {
  /** The account to forward from, as the provider names it; empty if it names none. */
  from: string
  code: string | null
  /** For the user to open: opening it approves the request. Never opened by us. */
  url: string | null
}

interface Requester {
  address: string
  /** The domain that must have signed the email. */
  signedBy: string
  /** Prefixes of links that approve; other links in the email cancel the request or lead to help. */
  approvalPrefixes: string[]
}

// Texts and subjects are in the account's language, so requests are recognized by signature and links.
const requesters: Requester[] = [
  {
    address: 'forwarding-noreply@google.com',
    signedBy: 'google.com',
    approvalPrefixes: ['https://mail-settings.google.com/mail/vf-', 'https://mail.google.com/mail/vf-'],
  },
]

/** `signedBy`: the domains whose signatures we verified. Null for any other email, including forged ones. */
export function findConfirmation(view: MailView, signedBy: string[]): Confirmation | null {
  const [sender, ...others] = view.from
  const requester = requesters.find(one => one.address === sender?.address)
  if (!requester || others.length > 0 || !signedBy.includes(requester.signedBy)) return null
  const words = splitWords(view.body)
  const url = words.find(word => requester.approvalPrefixes.some(start => word.startsWith(start))) ?? null
  const code = findCode(view.subject, words)
  return code === null && url === null ? null : { from: findAccount(view, words), code, url }
}

const splitWords = (text: string): string[] => text.split(/[\s<>()"',;[\]]+/).map(word => word.replace(/[.:!?]{1,9}$/, ''))

/** In the subject, else the only number in the text that is not part of a link or address. */
function findCode(subject: string, words: string[]): string | null {
  const inSubject = /#(\d{6,12})\b/.exec(subject)?.[1]
  if (inSubject !== undefined) return inSubject
  const candidates = words.filter(word => !/^https?:/.test(word) && !word.includes('@'))
  const numbers = [...new Set(candidates.flatMap(word => word.match(/(?<!\d)\d{6,12}(?!\d)/g) ?? []))]
  return numbers.length === 1 ? (numbers[0] ?? null) : null
}

/** The first address in the text or subject that is not the recipient. */
function findAccount({ subject, to, deliveredTo }: MailView, words: string[]): string {
  const recipients = new Set([...to.map(person => person.address), ...deliveredTo])
  const addresses = [...words, ...splitWords(subject)]
    .map(word => word.toLowerCase())
    .filter(word => /^[^@]{1,64}@[a-z\d.-]{1,253}$/.test(word))
  return addresses.find(address => !recipients.has(address)) ?? ''
}
