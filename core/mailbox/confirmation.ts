// Recognizes a provider's request to confirm forwarding to an address of ours: whose mail, its code and its link.
import type { MailView } from '../message/view.ts'

export interface Confirmation {
  /** The account whose mail is to come, as the provider names it; empty where it names none. */
  from: string
  code: string | null
  /** For the person to open: whoever does, approves. Never opened by us. */
  url: string | null
}

interface Asker {
  address: string
  /** Nobody else can sign for it. */
  signedBy: string
  /** What a link that approves begins with; others in the same mail take the request back, or help. */
  approves: string[]
}

// Texts and subjects come in the account's language, so a mail is known by who signed it and where its links lead.
const askers: Asker[] = [
  {
    address: 'forwarding-noreply@google.com',
    signedBy: 'google.com',
    approves: ['https://mail-settings.google.com/mail/vf-', 'https://mail.google.com/mail/vf-'],
  },
]

/** `signedBy`: the domains whose signatures we checked ourselves. Null for any other mail, a forged one among them. */
export function confirmationIn(view: MailView, signedBy: string[]): Confirmation | null {
  const [sender, ...others] = view.from
  const asker = askers.find(one => one.address === sender?.address)
  if (!asker || others.length > 0 || !signedBy.includes(asker.signedBy)) return null
  const words = wordsOf(view.body)
  const url = words.find(word => asker.approves.some(start => word.startsWith(start))) ?? null
  const code = codeIn(view.subject, words)
  return code === null && url === null ? null : { from: accountIn(view, words), code, url }
}

const wordsOf = (text: string): string[] => text.split(/[\s<>()"',;[\]]+/).map(word => word.replace(/[.:!?]{1,9}$/, ''))

/** In front of or behind the subject, else the one number of the text that is neither in a link nor in an address. */
function codeIn(subject: string, words: string[]): string | null {
  const named = /#(\d{6,12})\b/.exec(subject)?.[1]
  if (named !== undefined) return named
  const plain = words.filter(word => !/^https?:/.test(word) && !word.includes('@'))
  const numbers = [...new Set(plain.flatMap(word => word.match(/(?<!\d)\d{6,12}(?!\d)/g) ?? []))]
  return numbers.length === 1 ? (numbers[0] ?? null) : null
}

/** The first address of the text, or the subject, that is not the one it was sent to. */
function accountIn({ subject, to, deliveredTo }: MailView, words: string[]): string {
  const ours = new Set([...to.map(one => one.address), ...deliveredTo])
  const addresses = [...words, ...wordsOf(subject)]
    .map(word => word.toLowerCase())
    .filter(word => /^[^@]{1,64}@[a-z\d.-]{1,253}$/.test(word))
  return addresses.find(address => !ours.has(address)) ?? ''
}
