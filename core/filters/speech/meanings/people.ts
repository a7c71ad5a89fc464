// Maps matched rules about people and lists to sentence pieces.
import type { ConditionDraft, NamedPerson, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { actionPiece, askPiece, factPiece, type Meanings, testPiece } from './pieces.ts'

export const peopleMeanings: Meanings = {
  human: () => [{ ...factPiece('automated'), isNot: true }],
  automated: () => [factPiece('automated')],
  newsender: () => [factPiece('first_time_sender')],
  newsletter: () => [factPiece('newsletter')],
  reply: () => [factPiece('reply')],
  firstinthread: () => [{ ...factPiece('reply'), isNot: true }],
  autoreply: () => [
    {
      ...testPiece(
        [
          { field: 'automated', operator: 'is' },
          { field: 'reply', operator: 'is' },
        ],
        'automated',
      ),
      isBoth: true,
    },
  ],
  invitation: () => [testPiece([{ field: 'calendar', operator: 'is', method: 'any' }], 'calendar')],
  cancellation: () => [testPiece([{ field: 'calendar', operator: 'is', method: 'cancel' }], 'calendar')],
  rsvp: () => [testPiece([{ field: 'calendar', operator: 'is', method: 'reply' }], 'calendar')],
  rescheduled: () => [testPiece([{ field: 'calendar', operator: 'is', method: 'request' }], 'calendar')],
  repliesfrom: ({ names, proper }) => [...toSenderPieces(names?.[0] ?? proper?.[0] ?? []), factPiece('reply')],
  from: ({ names, proper, writers }) => toSenderPieces(names?.[0] ?? proper?.[0] ?? writers?.[0] ?? []),
  ofnoun: ({ names }) => toSenderPieces((names?.[0] ?? []).map(asThing)),
  onphone: () => [{ is: 'filler', why: 'filler' }],
  movefrom: ({ names, label }) => [
    ...toSenderPieces(names?.[0] ?? []),
    actionPiece({ kind: 'move', folder: (label?.[0] ?? '').slice(0, 200) }),
  ],
  bareproper: ({ proper }) => toSenderPieces(proper?.[0] ?? []),
  fromexcept: ({ names }) => [
    { is: 'scope', how: 'every' },
    ...toSenderPieces(names?.[0] ?? []).map(piece => (piece.is === 'test' ? { ...piece, isNot: true } : piece)),
  ],
  fromunder: ({ names }) => toSenderPieces((names?.[0] ?? []).map(name => (name.kind === 'domain' ? { ...name, kind: 'under' } : name))),
  fromoutside: ({ names }) => toSenderPieces(names?.[0] ?? []).map(piece => (piece.is === 'test' ? { ...piece, isNot: true } : piece)),
  fromneither: ({ names }) => toSenderPieces(names?.[0] ?? []).map(piece => (piece.is === 'test' ? { ...piece, isNot: true } : piece)),
  fromlist: ({ label }) => [testPiece([{ field: 'from', operator: 'in_list', list: (label?.[0] ?? '').slice(0, 60) }], 'from')],
  torole: ({ roles }) => [
    {
      ...askPiece('address', 'recipient', [{ hole: 'address' }]),
      isRecipient: true,
      word: (roles?.[0] ?? []).map(each => each.text).join(', '),
    },
  ],
  ccme: ({ address }) => [
    testPiece(
      (address ?? []).map(each => textTest('cc', 'contains', [each])),
      'cc',
    ),
  ],
  to: ({ address, names }) => [testPiece((names?.[0] ?? toNamedAddresses(address)).map(toRecipientTest), 'recipient')],
  cc: ({ address, names }) => [toCopyPiece(names?.[0] ?? toNamedAddresses(address))],
  mailbox: ({ label }, { mailboxes }) => toMailboxPieces(label?.[0] ?? '', mailboxes),
  list: ({ label }) => [testPiece([textTest('list', 'contains', label ?? [])], 'list')],
  listposts: ({ label }) => [testPiece([textTest('list', 'contains', label ?? [])], 'list')],
  listexcept: ({ literals }) => [
    testPiece([{ field: 'list', operator: 'exists' }], 'list'),
    {
      ...testPiece(
        (literals ?? []).flatMap(list => list.items).map(item => textTest('list', 'contains', [item.raw.toLocaleLowerCase('en')])),
        'list',
      ),
      isNot: true,
    },
  ],
  anylist: () => [testPiece([{ field: 'list', operator: 'exists' }], 'list')],
  role: ({ roles }) => toSenderPieces(roles?.[0] ?? []),
  family: () => [askPiece('who', 'from', [{ hole: 'names' }])],
  fromwork: ({ label }) => [askPiece('work', 'mailbox', [textTest('mailbox', 'is', [label?.[0] ?? 'work'])])],
  otheraddress: () => [askPiece('address', 'recipient', [{ hole: 'address' }])],
}

/** `my work mailbox` is the only one with that word in its address; else a question. */
function toMailboxPieces(label: string, mailboxes: string[] | undefined): SentencePiece[] {
  const labelTest = textTest('mailbox', 'is', [label])
  if (!mailboxes) return [testPiece([labelTest], 'mailbox')]
  const [only, another] = mailboxes.filter(address => address.toLowerCase().includes(label))
  if (only !== undefined && another === undefined) return [testPiece([textTest('mailbox', 'is', [only])], 'mailbox')]
  return [{ ...askPiece('mailbox', 'mailbox', [labelTest]), word: label }]
}

const toNamedAddresses = (addresses: string[] = []): NamedPerson[] =>
  addresses.map(text => ({ kind: /[*?]/.test(text) ? 'pattern' : 'address', text, start: 0, end: 0 }))

/** Asks who a role is, as only the user knows. */
function toSenderPieces(names: NamedPerson[]): SentencePiece[] {
  const roles = names.filter(name => name.kind === 'role')
  const tests = names.map(toSenderTest)
  if (roles.length === 0) return [testPiece(tests, 'from')]
  return [{ ...askPiece('role', 'from', tests), word: roles.map(role => role.text).join(', ') }]
}

/** `رسائل السباحة`: a lone noun with its article may be a sender, people, or what the emails are about. */
const asThing = (name: NamedPerson): NamedPerson =>
  name.kind === 'name' && !name.isMarked && /^ال\p{L}+$/u.test(name.text) ? { ...name, kind: 'role', isSearchable: true } : name

function toSenderTest({ kind, text, isSearchable }: NamedPerson): ConditionDraft {
  if (kind === 'address') return textTest('from', 'is', [text])
  if (kind === 'domain') return textTest('sender_domain', 'is', [text])
  if (kind === 'under') return textTest('sender_domain', 'ends', [text])
  if (kind === 'pattern' || text.includes('*')) return textTest('from', 'wildcard', [text])
  return kind === 'role' && !isSearchable ? { hole: 'names' } : textTest('from', 'contains', [text])
}

/** Who gets a copy is named as a sender is. */
function toCopyPiece(names: NamedPerson[]): SentencePiece {
  const roles = names.filter(name => name.kind === 'role')
  if (roles.length > 0) return { ...askPiece('role', 'cc', [{ hole: 'names' }]), word: roles.map(role => role.text).join(', ') }
  return testPiece(
    names.map(({ kind, text }) => textTest('cc', kind === 'address' ? 'is' : kind === 'pattern' ? 'wildcard' : 'contains', [text])),
    'cc',
  )
}

function toRecipientTest({ kind, text }: NamedPerson): ConditionDraft {
  if (kind === 'address') return textTest('recipient', 'is', [text])
  if (kind === 'domain' || kind === 'under') return textTest('recipient', 'contains', [`@${text}`])
  if (kind === 'pattern') return textTest('recipient', 'wildcard', [text])
  return kind === 'role' ? { hole: 'address' } : textTest('recipient', 'contains', [text])
}
