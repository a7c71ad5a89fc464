// Checks file names, captions and sizes, and the first parameters of store functions.
import { type Code, isTest, type Violation } from './code.ts'
import { isFunction, isNode, type Node, nameOf, paramsOf } from './nodes.ts'

/** The files that look beyond one person: each is named here on purpose. */
export const ownersAndQueues = [
  'server/account/help/owners.ts',
  'server/analytics/durations-owners.ts',
  'server/analytics/progress-owners.ts',
  'server/analytics/rollups-owners.ts',
  'server/analytics/series-owners.ts',
  'server/account/log-chain/ends-owners.ts',
  'server/account/log-chain/entries-owners.ts',
  'server/account/log-chain/erasures-owners.ts',
  'server/account/log-chain/redactions-owners.ts',
  'server/account/log-chain/keys-owners.ts',
  'server/account/log-chain/verifications-owners.ts',
  'server/billing/allowance-owners.ts',
  'server/billing/by-hand/owners.ts',
  'server/billing/customers/snapshot-owners.ts',
  'server/billing/events/queue.ts',
  'server/billing/invoices/owners.ts',
  'server/billing/notices-owners.ts',
  'server/billing/provider-owners.ts',
  'server/billing/plans/owners.ts',
  'server/billing/plans/prices-owners.ts',
  'server/billing/subscription/intents-owners.ts',
  'server/use-cases/admin/subscriptions/timeline-owners.ts',
  'server/use-cases/admin/subscriptions/list-owners.ts',
  'server/billing/revenue/months-owners.ts',
  'server/account/keys/owners.ts',
  'server/account/erasure-receipts-owners.ts',
  'server/account/owners.ts',
  'server/use-cases/answer/commands-owners.ts',
  'server/use-cases/doctor/service-owners.ts',
  'server/use-cases/sending/outgoing-owners.ts',
  'server/auth/administration/owners.ts',
  'server/auth/blocked/owners.ts',
  'server/auth/owners.ts',
  'server/auth/passkeys/owners.ts',
  'server/auth/providers/owners.ts',
  'server/delivery/claim/queue.ts',
  'server/delivery/dispatch-queue.ts',
  'server/delivery/claim/lane-steps-queue.ts',
  'server/delivery/commands/queue.ts',
  'server/delivery/follow-up-files-queue.ts',
  'server/delivery/bundle-queue.ts',
  'server/delivery/number/queue.ts',
  'server/delivery/number/trouble-notices-queue.ts',
  'server/delivery/number/trouble-queue.ts',
  'server/delivery/escalation/owners.ts',
  'server/delivery/identity-owners.ts',
  'server/delivery/owners.ts',
  'server/delivery/queue.ts',
  'server/delivery/refused-files-queue.ts',
  'server/delivery/without-allowance-queue.ts',
  'server/delivery/replan/owners.ts',
  'server/delivery/outcomes/lanes-queue.ts',
  'server/delivery/outcomes/queue.ts',
  'server/files/exports/owners.ts',
  'server/files/attachments/owners.ts',
  'server/files/objects/owners.ts',
  'server/files/raw-messages-owners.ts',
  'server/filters/explanations-owners.ts',
  'server/filters/from-phone/owners.ts',
  'server/filters/past-runs/owners.ts',
  'server/filters/removal/owners.ts',
  'server/mail/actions/owners.ts',
  'server/mail/messages/copies-owners.ts',
  'server/mail/erasing/owners.ts',
  'server/mail/erasing/retention-owners.ts',
  'server/mail/mailboxes/events/owners.ts',
  'server/mail/mailboxes/oauth/owners.ts',
  'server/mail/outgoing/owners.ts',
  'server/mail/mailboxes/owners.ts',
  'server/mail/mailboxes/notice-owners.ts',
  'server/mail/mailboxes/provider-troubles-owners.ts',
  'server/mail/messages/web-view/links-owners.ts',
  'server/mail/messages/web-view/owners.ts',
  'server/whatsapp/media/owners.ts',
  'server/whatsapp/inbound-owners.ts',
  'server/whatsapp/responses-queue.ts',
  'server/whatsapp/templates/owners.ts',
]

const vague = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'types', 'misc', 'shared'])

export function checkNames(paths: Iterable<string>): Violation[] {
  return [...paths].flatMap(path => {
    const parts = path.split('/').map(part => part.replace(/\..*$/, ''))
    const rules = [
      ...(/(^|\/)index\.(tsx?|js|mjs)$/.test(path) ? ['No index.ts: name the file after what it holds.'] : []),
      ...parts.filter(part => vague.has(part.toLowerCase())).map(part => `Nothing is called "${part}": name what it holds.`),
      ...(/^server\/.*\.tsx$/.test(path) ? ['No .tsx under server/: Node runs it as it is.'] : []),
      ...(/(^|[/-])(owners|queue)\.ts$/.test(path) && !ownersAndQueues.includes(path)
        ? ['List this file in test/architecture/shape.ts: it looks beyond one person.']
        : []),
    ]
    return rules.map(rule => ({ path, line: 1, rule }))
  })
}

// Tools that demand a default export.
const defaulted = /(^|\/)[a-z]+\.(config|setup)\.ts$/

export function checkFiles(codes: Code[]): Violation[] {
  return codes.flatMap(code => [...captionOf(code), ...defaultsOf(code), ...(/[/-]store\.ts$/.test(code.path) ? storeOf(code) : [])])
}

function captionOf({ path, lines }: Code): Violation[] {
  const [first = '', second = ''] = lines
  const caption = first.startsWith('#!') ? second : first
  return /^\/[/*]+ ?\S/.test(caption) ? [] : [{ path, line: 1, rule: 'The first line says in a sentence what the file is.' }]
}

function defaultsOf({ path, nodes, lineAt }: Code): Violation[] {
  if (defaulted.test(path)) return []
  return nodes
    .filter(({ node }) => node.type === 'ExportDefaultDeclaration')
    .map(({ node }) => ({ path, line: lineAt(node.start), rule: 'Exports have names.' }))
}

function storeOf({ path, nodes, lineAt }: Code): Violation[] {
  const rule = 'A function of a store takes db (or tx) first and userId second; what looks beyond one person stands in owners.ts.'
  return nodes
    .filter(({ parent }) => parent?.type === 'ExportNamedDeclaration')
    .flatMap(({ node }) => exportedFunctions(node))
    .filter(made => !servesOne(paramsOf(made).map(param => nameOf(param))))
    .map(made => ({ path, line: lineAt(made.start), rule }))
}

const servesOne = ([db, user]: string[]): boolean => (db === 'db' || db === 'tx') && (user === 'userId' || user === 'ownerId')

function exportedFunctions(declaration: Node): Node[] {
  if (isFunction(declaration)) return [declaration]
  const declared = Array.isArray(declaration['declarations']) ? declaration['declarations'].filter(isNode) : []
  return declared
    .map(one => one['init'])
    .filter(isNode)
    .filter(isFunction)
}

const mostLines = 400

/** No file over 400 lines; of what is not a test, half within 80, 95 in a hundred within 200, functions within 40. */
export function checkSizes(codes: Code[]): Violation[] {
  const long = codes.filter(code => code.lines.length > mostLines)
  const sizes = codes.filter(code => !isTest(code.path)).map(code => ({ path: code.path, line: 1, size: code.lines.length }))
  const functions = codes.filter(code => !isTest(code.path)).flatMap(functionSizes)
  return [
    ...long.map(({ path, lines }) => ({ path, line: mostLines, rule: `No file is over ${mostLines} lines; this has ${lines.length}.` })),
    ...share(sizes, 0.5, 80, 'Half of all files have at most 80 lines'),
    ...share(sizes, 0.95, 200, '95 of 100 files have at most 200 lines'),
    ...share(functions, 0.95, 40, '95 of 100 functions have at most 40 lines'),
  ]
}

interface Sized {
  path: string
  line: number
  size: number
}

const functionSizes = ({ path, nodes, lineAt }: Code): Sized[] =>
  nodes
    .filter(({ node }) => isFunction(node))
    .map(({ node }) => ({ path, line: lineAt(node.start), size: lineAt(node.end) - lineAt(node.start) + 1 }))

function share(all: Sized[], part: number, most: number, rule: string): Violation[] {
  const sorted = all.toSorted((a, b) => a.size - b.size)
  const at = sorted[Math.ceil(sorted.length * part) - 1]
  return at && at.size > most ? [{ path: at.path, line: at.line, rule: `${rule}; here it is ${at.size}.` }] : []
}
