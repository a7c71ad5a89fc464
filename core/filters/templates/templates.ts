// Ready-made filters that most people want; users add the senders.
import type { Action } from '../action.ts'
import type { Condition, TextField } from '../tree.ts'
import { subjectWords, textWords } from './words.ts'

export type TemplateId = 'bank' | 'codes' | 'family' | 'on_call' | 'parcels' | 'invoices'

/** `senders`: whether the user must, may, or need not name senders. The texts are in templates.json under the id. */
export interface FilterTemplate {
  id: TemplateId
  senders: 'needed' | 'helpful' | 'none'
  /** What distinguishes these emails; null: only their senders do. */
  condition: Condition | null
  /** `condition` applies even if senders are named; else the senders are enough. */
  needsConditionWithSenders: boolean
  /** Conditions that always apply. */
  always: Condition[]
  actions: Action[]
}

const containsAny = (field: TextField, values: string[]): Condition => splitIntoTests(field, values)
const notNewsletter: Condition = { field: 'newsletter', operator: 'is_not' }
const notReply: Condition = { field: 'reply', operator: 'is_not' }
const isAutomated: Condition = { field: 'automated', operator: 'is' }
const forward: Action = { kind: 'forward', destinationIds: [] }
const urgent: Action = { kind: 'urgent' }

export const readyMadeFilters: FilterTemplate[] = [
  {
    id: 'bank',
    senders: 'helpful',
    condition: { all: [containsAny('subject', subjectWords.bank), isAutomated] },
    needsConditionWithSenders: false,
    always: [notNewsletter, notReply],
    actions: [forward, { kind: 'redact', what: ['cards', 'ibans'], patterns: [] }],
  },
  {
    id: 'codes',
    senders: 'none',
    condition: { all: [{ any: [containsAny('subject', subjectWords.codes), containsAny('body', textWords.codes)] }, isAutomated] },
    needsConditionWithSenders: true,
    always: [notNewsletter, notReply],
    actions: [forward, urgent],
  },
  { id: 'family', senders: 'needed', condition: null, needsConditionWithSenders: false, always: [], actions: [forward] },
  {
    id: 'on_call',
    senders: 'helpful',
    condition: { all: [containsAny('subject', subjectWords.onCall), isAutomated] },
    needsConditionWithSenders: true,
    always: [notNewsletter, notReply],
    actions: [forward, urgent, { kind: 'at_most', perHour: 20 }],
  },
  {
    id: 'parcels',
    senders: 'helpful',
    condition: { all: [containsAny('subject', subjectWords.parcels), isAutomated] },
    needsConditionWithSenders: false,
    always: [notNewsletter, notReply],
    actions: [forward],
  },
  {
    id: 'invoices',
    senders: 'helpful',
    condition: {
      any: [
        containsAny('subject', subjectWords.invoices),
        containsAny('attachment_name', ['invoice', 'rechnung', 'factura', 'facture', 'fattura', 'fatura', 'faktura', '請求書']),
      ],
    },
    needsConditionWithSenders: true,
    always: [notNewsletter, notReply],
    actions: [forward],
  },
]

/** Null if the template needs senders and none is given. */
export function buildTemplateFilter(template: FilterTemplate, senders: string[] = []): { condition: Condition; actions: Action[] } | null {
  const named = toSenderCondition(senders.map(sender => sender.trim().toLowerCase()).filter(sender => sender !== ''))
  if (!named && !template.condition) return null
  const criteria = template.condition && (template.needsConditionWithSenders || !named) ? [template.condition] : []
  const members = [...(named ? [named] : []), ...criteria, ...template.always].flatMap(member => ('all' in member ? member.all : [member]))
  const [only] = members
  const condition = members.length === 1 && only ? only : { all: members }
  return { condition, actions: template.actions }
}

/** Addresses, domains and names, as users list them. */
function toSenderCondition(senders: string[]): Condition | null {
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

/** A test has at most a hundred words. */
function splitIntoTests(field: TextField, values: string[]): Condition {
  const tests: Condition[] = []
  for (let at = 0; at < values.length; at += 100) tests.push({ field, operator: 'contains', values: values.slice(at, at + 100) })
  const [only] = tests
  return only && tests.length === 1 ? only : { any: tests }
}
