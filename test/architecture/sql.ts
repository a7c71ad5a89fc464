// Checks SQL: no hand-written delivery states, and no table of another module unless it is listed here.
import { State } from '../../core/delivery/states.ts'
import { type Code, isTest, type Tree, type Violation } from './code.ts'
import { isNode, type Node, nameOf } from './nodes.ts'

/** Every table belongs to one module, which alone writes it. */
export const tablesOf: Record<string, string[]> = {
  account:
    `account_deletions activity_logs api_keys email_preferences erasure_receipts help_votes log_chain log_chain_ends log_erasures log_keys log_redactions log_verifications
    log_views notifications_seen push_subscriptions settings user_roles`.split(/\s+/),
  analytics: 'analytics_counts analytics_durations analytics_progress analytics_retention'.split(' '),
  auth: `blocked_addresses challenges devices factors flow_states identities known_networks one_time_tokens passkeys phone_codes provider_flows recovery_codes refresh_tokens service_keys
    sessions sign_in_passkeys used_passkey_challenges users`.split(/\s+/),
  billing:
    `billing_customers billing_events billing_intents billing_notices billing_syncs hand_invoices hand_subscriptions invoices plan_grants
    plan_prices plans revenue_months subscription_changes subscriptions usage`.split(/\s+/),
  delivery: 'attempts deliveries destinations escalations lanes link_codes messenger_numbers pauses phone_commands rotas'.split(' '),
  files: 'export_chunks exports file_chunks files message_file_chunks message_files raw_messages'.split(' '),
  filters: 'decisions filter_days filter_lists filter_proposals filter_sets filter_versions filters known_senders past_runs'.split(' '),
  foundation:
    'alert_settings alert_states email_texts error_groups hosts idempotency_keys incidents outbox push_keys rate_limits runtime_setting_changes runtime_settings secret_sightings set_aside signing_keys user_keys'.split(
      ' ',
    ),
  mail: `folder_syncs mail_provider_troubles mailbox_actions mailbox_addresses mailbox_confirmations mailbox_erasures mailbox_events mailbox_hosts
    mailbox_outgoing mailbox_senders mailbox_sign_ins mailbox_token_locks mailboxes message_copies message_count_progress message_counts messages replies reply_files retention_changes web_view_links web_views`.split(
    /\s+/,
  ),
  whatsapp: 'inbound_messages media_uploads message_templates'.split(' '),
}

/** They read every table, for one person or for the operator, and write none. */
const readAll = ['server/use-cases/ledger/', 'server/use-cases/admin/', 'server/use-cases/doctor/']

/** Backups, exports and the data wire are given the names of their tables. */
const namedElsewhere = ['server/foundation/db/', 'server/use-cases/ledger/changes.ts', 'server/account/rest/store.ts']

/** Reads of another module's tables: each is here on purpose. */
export const foreignReads: Record<string, string[]> = {
  'server/account/export.ts': ['devices'],
  'server/account/keys/owners.ts': ['users'],
  'server/account/keys/store.ts': ['users'],
  'server/account/email-preferences/store.ts': ['users'],
  'server/account/owners.ts': ['users'],
  'server/delivery/replan/owners.ts': ['settings'],
  'server/files/raw-messages-owners.ts': ['deliveries'],
  'server/mail/erasing/owners.ts': ['settings', 'deliveries'],
  'server/mail/erasing/retention-owners.ts': ['settings', 'users'],
  'server/mail/mailboxes/notice-owners.ts': ['settings'],
  'server/mail/messages/copies-store.ts': ['deliveries'],
  'server/mail/messages/store.ts': ['settings'],
  'server/use-cases/forward/context-store.ts': ['filter_sets', 'destinations', 'settings', 'mailboxes'],
  'server/use-cases/sending/outgoing-owners.ts': ['messages', 'decisions', 'filters', 'deliveries', 'settings', 'escalations'],
  'server/use-cases/answer/commands-owners.ts': ['phone_commands', 'mailbox_actions'],
}

const stateRule = 'States of a delivery come from core/delivery/states.ts, in SQL too: see server/foundation/db/delivery-states.ts.'

export function checkSql(codes: Code[], tree: Tree): Violation[] {
  const inServer = codes.filter(({ path }) => path.startsWith('server/') && !isTest(path))
  return [...inServer.flatMap(code => [...statesByHand(code), ...foreignTables(code)]), ...tablesWithoutOwner(tree)]
}

const states: readonly string[] = State.options
const quoted = new RegExp(`'(${states.join('|')})'`)

function statesByHand({ path, nodes, lineAt }: Code): Violation[] {
  return nodes.flatMap(({ node, parent }) => {
    const text = textOf(node)
    const line = lineAt(node.start) + (text === null ? 0 : text.slice(0, text.search(quoted)).split('\n').length - 1)
    return (text !== null && quoted.test(text)) || isListOfStates(node, parent) ? [{ path, line, rule: stateRule }] : []
  })
}

/** `where('state', 'in', ['held', 'queued'])`. */
const isListOfStates = (node: Node, parent: Node | null): boolean =>
  node.type === 'ArrayExpression' &&
  parent?.type === 'CallExpression' &&
  argumentsOf(parent).some(one => ['in', 'not in'].includes(String(literalOf(one)))) &&
  elementsOf(node).some(one => states.includes(String(literalOf(one))))

function foreignTables(code: Code): Violation[] {
  const { path } = code
  const module = path.split('/')[1] ?? ''
  const uses = tablesIn(code)
  const foreign = uses.filter(({ table }) => ownerOf(table) !== null && ownerOf(table) !== module)
  return [
    ...foreign
      .filter(({ writes }) => writes)
      .map(({ table, line }) => ({ path, line, rule: `Only server/${ownerOf(table)}/ writes ${table}.` })),
    ...foreign
      .filter(({ writes, table }) => !writes && !isAt(path, readAll) && !foreignReads[path]?.includes(table))
      .map(({ table, line }) => ({
        path,
        line,
        rule: `${table} belongs to server/${ownerOf(table)}/: take what you need as an argument, or list this read in test/architecture/sql.ts.`,
      })),
    ...(isAt(path, namedElsewhere) ? [] : uses.filter(({ table }) => table === '').map(({ line }) => ({ path, line, rule: unnamed }))),
  ]
}

const unnamed = 'Name the tables in the file that reads or writes them.'

const isAt = (path: string, places: string[]): boolean => places.some(place => path.startsWith(place))
const ownerOf = (table: string): string | null => Object.entries(tablesOf).find(([, tables]) => tables.includes(table))?.[0] ?? null

function tablesWithoutOwner(tree: Tree): Violation[] {
  return createdTables(tree)
    .filter(({ table }) => ownerOf(table) === null)
    .map(({ table, path, line }) => ({ path, line, rule: `Give ${table} an owner in test/architecture/sql.ts.` }))
}

/** What is listed and not read any more. */
export function staleReads(codes: Code[]): string[] {
  return Object.entries(foreignReads).flatMap(([path, tables]) => {
    const code = codes.find(one => one.path === path)
    const read = code ? tablesIn(code).map(({ table }) => table) : []
    return tables.filter(table => !read.includes(table)).map(table => `${path} ${table}`)
  })
}

export function createdTables(tree: Tree): { table: string; path: string; line: number }[] {
  return [...tree]
    .filter(([path]) => path.startsWith('server/foundation/db/') && path.endsWith('.sql'))
    .flatMap(([path, source]) =>
      source.split('\n').flatMap((text, at) => {
        const table = /^create table (?:if not exists )?(\w+)/i.exec(text)?.[1]
        return table ? [{ table, path, line: at + 1 }] : []
      }),
    )
}

interface TableUse {
  /** '' where the file does not name it. */
  table: string
  writes: boolean
  line: number
}

const reads = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin']
const writes = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto']
/** Functions of the foundation whose second argument is the table that they read. */
const readers = ['rowsPart', 'readRows', 'countRows']

export function tablesIn({ nodes, lineAt }: Code): TableUse[] {
  const named = nodes.flatMap(({ node }) => [...namedInText(node), ...namedInCall(node)].map(use => ({ ...use, line: lineAt(node.start) })))
  // `for (const table of ['a', 'b']) deleteFrom(table)`: what any list of the file names.
  const listed = nodes
    .filter(({ node, parent }) => parent?.type === 'ArrayExpression' && ownerOf(String(literalOf(node))) !== null)
    .map(({ node }) => String(literalOf(node)))
  return named.flatMap(use => (use.table === '' && listed.length > 0 ? listed.map(table => ({ ...use, table })) : [use]))
}

type Named = Omit<TableUse, 'line'>

function namedInText(node: Node): Named[] {
  if (node.type !== 'TaggedTemplateExpression' || nameOf(node['tag']) !== 'sql' || !isNode(node['quasi'])) return []
  const quasis = node['quasi']['quasis']
  return tablesInSql((Array.isArray(quasis) ? quasis.filter(isNode) : []).map(textOf).join(' $ '))
}

// What may follow a table where no alias stands.
const keyword =
  '(?:as|join|left|right|inner|full|cross|natural|using|where|on|set|order|group|limit|for|union|select|values|default|returning|when|from)\\b'
const named = `[a-z_]+(?:(?: as)? (?!${keyword})[a-z_]+)?`
const verbs = new RegExp(
  `\\b(delete from|insert into|merge into|update|truncate|from|join|using) (?:only )?(${named}(?: ?, ?${named})*)`,
  'g',
)

/** `from a, b` names both; after `insert into`, `update` and `delete from` stands what is written. */
function tablesInSql(text: string): Named[] {
  const plain = text
    .replace(/--.*$/gm, ' ')
    .replace(/'[^']*'/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase()
  return [...plain.matchAll(verbs)].flatMap(([, verb = '', names = '']) =>
    names.split(/ ?, ?/).map((name, n) => ({ table: name.split(' ')[0] ?? '', writes: n === 0 && !/^(from|join|using)$/.test(verb) })),
  )
}

function namedInCall(node: Node): Named[] {
  if (node.type !== 'CallExpression') return []
  const name = nameOf(node['callee'])
  const isSqlTable = isNode(node['callee']) && nameOf(node['callee']['object']) === 'sql' && name === 'table'
  const isReader = readers.includes(name)
  if (!isSqlTable && !isReader && (!isMethod(node) || ![...reads, ...writes].includes(name))) return []
  const [first, second] = argumentsOf(node)
  const given = (isReader ? second : first) ?? node
  if (isReader && given.type !== 'Literal') return []
  // A subquery names its tables itself.
  if (given.type === 'ArrowFunctionExpression' || given.type === 'CallExpression') return []
  const tables = given.type === 'ArrayExpression' ? elementsOf(given) : [given]
  return tables.map(one => ({ table: literalOf(one)?.split(' ')[0] ?? '', writes: writes.includes(name) }))
}

const isMethod = (node: Node): boolean => isNode(node['callee']) && node['callee'].type === 'MemberExpression'
const argumentsOf = (node: Node): Node[] => (Array.isArray(node['arguments']) ? node['arguments'].filter(isNode) : [])
const elementsOf = (node: Node): Node[] => (Array.isArray(node['elements']) ? node['elements'].filter(isNode) : [])
const literalOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null

/** What a string or a piece of a template says. */
function textOf(node: Node): string | null {
  const value: unknown = node.type === 'TemplateElement' ? Object(node['value']).raw : literalOf(node)
  return typeof value === 'string' ? value : null
}
