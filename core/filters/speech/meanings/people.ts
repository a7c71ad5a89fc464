// What the rules about people and lists mean.
import type { ConditionDraft, NamedPerson, SentencePiece } from '../pieces.ts'
import { textTest } from '../pieces.ts'
import { ask, fact, type Meanings, test } from './pieces.ts'

export const people: Meanings = {
  human: () => [{ ...fact('automated'), isNot: true }],
  automated: () => [fact('automated')],
  newsender: () => [fact('first_time_sender')],
  newsletter: () => [fact('newsletter')],
  reply: () => [fact('reply')],
  firstinthread: () => [{ ...fact('reply'), isNot: true }],
  autoreply: () => [
    {
      ...test(
        [
          { field: 'automated', operator: 'is' },
          { field: 'reply', operator: 'is' },
        ],
        'automated',
      ),
      isBoth: true,
    },
  ],
  invitation: () => [test([{ field: 'calendar', operator: 'is', method: 'any' }], 'calendar')],
  cancellation: () => [test([{ field: 'calendar', operator: 'is', method: 'cancel' }], 'calendar')],
  rsvp: () => [test([{ field: 'calendar', operator: 'is', method: 'reply' }], 'calendar')],
  rescheduled: () => [test([{ field: 'calendar', operator: 'is', method: 'request' }], 'calendar')],
  from: ({ names, proper }) => fromNames(names?.[0] ?? proper?.[0] ?? []),
  bareproper: ({ proper }) => fromNames(proper?.[0] ?? []),
  fromexcept: ({ names }) => [
    { is: 'scope', how: 'every' },
    ...fromNames(names?.[0] ?? []).map(piece => (piece.is === 'test' ? { ...piece, isNot: true } : piece)),
  ],
  fromlist: ({ label }) => [test([{ field: 'from', operator: 'in_list', list: (label?.[0] ?? '').slice(0, 60) }], 'from')],
  torole: ({ roles }) => [
    { ...ask('address', 'recipient', [{ hole: 'address' }]), word: (roles?.[0] ?? []).map(each => each.text).join(', ') },
  ],
  ccme: ({ address }) => [
    test(
      (address ?? []).map(each => textTest('cc', 'contains', [each])),
      'cc',
    ),
  ],
  to: ({ address, names }) => [test((names?.[0] ?? named(address)).map(recipient), 'recipient')],
  cc: ({ address }) => [
    test(
      (address ?? []).map(each => textTest('cc', 'is', [each])),
      'cc',
    ),
  ],
  mailbox: ({ label }, { mailboxes }) => inMailbox(label?.[0] ?? '', mailboxes),
  list: ({ label }) => [test([textTest('list', 'contains', label ?? [])], 'list')],
  listexcept: ({ literals }) => [
    test([{ field: 'list', operator: 'exists' }], 'list'),
    {
      ...test(
        (literals ?? []).flatMap(list => list.items).map(item => textTest('list', 'contains', [item.raw.toLocaleLowerCase('en')])),
        'list',
      ),
      isNot: true,
    },
  ],
  anylist: () => [test([{ field: 'list', operator: 'exists' }], 'list')],
  role: ({ roles }) => fromNames(roles?.[0] ?? []),
  family: () => [ask('who', 'from', [{ hole: 'names' }])],
  fromwork: ({ label }) => [ask('work', 'mailbox', [textTest('mailbox', 'is', [label?.[0] ?? 'work'])])],
  otheraddress: () => [ask('address', 'recipient', [{ hole: 'address' }])],
}

/** `my work mailbox` is the one with that word in its address, where there is just one. */
function inMailbox(label: string, mailboxes: string[] | undefined): SentencePiece[] {
  const said = textTest('mailbox', 'is', [label])
  if (!mailboxes) return [test([said], 'mailbox')]
  const [only, another] = mailboxes.filter(address => address.toLowerCase().includes(label))
  if (only !== undefined && another === undefined) return [test([textTest('mailbox', 'is', [only])], 'mailbox')]
  return [{ ...ask('mailbox', 'mailbox', [said]), word: label }]
}

const named = (addresses: string[] = []): NamedPerson[] => addresses.map(text => ({ kind: 'address', text, start: 0, end: 0 }))

/** Roles that only the person can fill are asked for. */
function fromNames(names: NamedPerson[]): SentencePiece[] {
  const roles = names.filter(name => name.kind === 'role')
  const tests = names.map(sender)
  if (roles.length === 0) return [test(tests, 'from')]
  return [{ ...ask('role', 'from', tests), word: roles.map(role => role.text).join(', ') }]
}

function sender({ kind, text, isTelling }: NamedPerson): ConditionDraft {
  if (kind === 'address') return textTest('from', 'is', [text])
  if (kind === 'domain') return textTest('sender_domain', 'is', [text])
  if (kind === 'under') return textTest('sender_domain', 'ends', [text])
  return kind === 'role' && !isTelling ? { hole: 'names' } : textTest('from', 'contains', [text])
}

function recipient({ kind, text }: NamedPerson): ConditionDraft {
  if (kind === 'address') return textTest('recipient', 'is', [text])
  if (kind === 'domain' || kind === 'under') return textTest('recipient', 'contains', [`@${text}`])
  return kind === 'role' ? { hole: 'address' } : textTest('recipient', 'contains', [text])
}
