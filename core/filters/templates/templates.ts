// Filters that most people want, ready but for the senders that only they know.
import type { Action } from '../action.ts'
import type { Condition, TextField } from '../tree.ts'
import { subjectWords, textWords } from './words.ts'

export type TemplateId = 'bank' | 'codes' | 'family' | 'on_call' | 'parcels' | 'invoices'

/** `senders`: whether the person must name some, may, or need not. The words of each are in templates.json by its id. */
export interface FilterTemplate {
  id: TemplateId
  senders: 'needed' | 'helpful' | 'none'
  /** What tells these mails from others; null: only their senders do. */
  telling: Condition | null
  /** It holds beside senders too; else naming them is enough. */
  isAlwaysTold: boolean
  /** What holds in any case. */
  always: Condition[]
  actions: Action[]
}

const said = (field: TextField, values: string[]): Condition => inHundreds(field, values)
const noNews: Condition = { field: 'newsletter', operator: 'is_not' }
const noReply: Condition = { field: 'reply', operator: 'is_not' }
const byMachine: Condition = { field: 'automated', operator: 'is' }
const forward: Action = { kind: 'forward', destinationIds: [] }
const urgent: Action = { kind: 'urgent' }

export const templates: FilterTemplate[] = [
  {
    id: 'bank',
    senders: 'helpful',
    telling: { all: [said('subject', subjectWords.bank), byMachine] },
    isAlwaysTold: false,
    always: [noNews, noReply],
    actions: [forward, { kind: 'redact', what: ['cards', 'ibans'], patterns: [] }],
  },
  {
    id: 'codes',
    senders: 'none',
    telling: { all: [{ any: [said('subject', subjectWords.codes), said('body', textWords.codes)] }, byMachine] },
    isAlwaysTold: true,
    always: [noNews, noReply],
    actions: [forward, urgent],
  },
  { id: 'family', senders: 'needed', telling: null, isAlwaysTold: false, always: [], actions: [forward] },
  {
    id: 'on_call',
    senders: 'helpful',
    telling: { all: [said('subject', subjectWords.onCall), byMachine] },
    isAlwaysTold: true,
    always: [noNews, noReply],
    actions: [forward, urgent, { kind: 'at_most', perHour: 20 }],
  },
  {
    id: 'parcels',
    senders: 'helpful',
    telling: { all: [said('subject', subjectWords.parcels), byMachine] },
    isAlwaysTold: false,
    always: [noNews, noReply],
    actions: [forward],
  },
  {
    id: 'invoices',
    senders: 'helpful',
    telling: {
      any: [
        said('subject', subjectWords.invoices),
        said('attachment_name', ['invoice', 'rechnung', 'factura', 'facture', 'fattura', 'fatura', 'faktura', '請求書']),
      ],
    },
    isAlwaysTold: true,
    always: [noNews, noReply],
    actions: [forward],
  },
]

/** A filter of the template; null where senders are needed and none is named. */
export function fillTemplate(template: FilterTemplate, senders: string[] = []): { condition: Condition; actions: Action[] } | null {
  const named = fromAny(senders.map(sender => sender.trim().toLowerCase()).filter(sender => sender !== ''))
  if (!named && !template.telling) return null
  const telling = template.telling && (template.isAlwaysTold || !named) ? [template.telling] : []
  const members = [...(named ? [named] : []), ...telling, ...template.always].flatMap(member => ('all' in member ? member.all : [member]))
  const [only] = members
  const condition = members.length === 1 && only ? only : { all: members }
  return { condition, actions: template.actions }
}

/** Addresses, domains and names, as a person lists them. */
function fromAny(senders: string[]): Condition | null {
  const addresses = senders.filter(sender => /^[^\s@]+@[^\s@]+$/.test(sender))
  const domains = senders.filter(sender => /^@?[^\s@.]+(?:\.[^\s@.]+)+$/.test(sender)).map(sender => sender.replace(/^@/, ''))
  const names = senders.filter(sender => !addresses.includes(sender) && !domains.includes(sender.replace(/^@/, '')))
  const tests: Condition[] = [
    ...(addresses.length > 0 ? [{ field: 'from' as const, operator: 'is' as const, values: addresses }] : []),
    ...(domains.length > 0 ? [{ field: 'sender_domain' as const, operator: 'is' as const, values: domains }] : []),
    ...(names.length > 0 ? [{ field: 'from' as const, operator: 'contains' as const, values: names }] : []),
  ]
  const [only] = tests
  return tests.length > 1 ? { any: tests } : (only ?? null)
}

/** A test holds a hundred words at most. */
function inHundreds(field: TextField, values: string[]): Condition {
  const tests: Condition[] = []
  for (let at = 0; at < values.length; at += 100) tests.push({ field, operator: 'contains', values: values.slice(at, at + 100) })
  const [only] = tests
  return only && tests.length === 1 ? only : { any: tests }
}
