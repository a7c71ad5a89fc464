// Tests the architecture rules: the whole repository follows them, and each rule catches a planted violation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/foundation/config.ts'
import { inWords, readTree, violationsIn } from './architecture/check.ts'
import { readCode } from './architecture/code.ts'
import { ownersAndQueues } from './architecture/shape.ts'
import { createdTables, staleReads, tablesOf } from './architecture/sql.ts'
import { checkSettings } from './architecture/texts.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)

// It reads every file, which takes its time on a machine that is busy.
test('the repository keeps its architecture', () => {
  expect(tree.size).toBeGreaterThan(100)
  expect(inWords(violationsIn(tree))).toEqual([])
})

test('every owners.ts and queue.ts is on the list, and nothing else', () => {
  expect([...tree.keys()].filter(path => /[/-](owners|queue)\.ts$/.test(path)).sort()).toEqual(ownersAndQueues.toSorted())
})

test('every table has an owner, every listed read of another module is still there', () => {
  expect(Object.values(tablesOf).flat().sort()).toEqual(
    createdTables(tree)
      .map(({ table }) => table)
      .sort(),
  )
  expect(staleReads(readCode(tree))).toEqual([])
})

test('.env.example names exactly the settings that are read', () => {
  expect(inWords(checkSettings(readFileSync(join(root, '.env.example'), 'utf8'), settingNames()))).toEqual([])
  expect(inWords(checkSettings('PORT=1\n# OLD=2\n', ['PORT', 'HOST']))).toEqual([
    '.env.example:2 server/foundation/config.ts does not read OLD.',
    '.env.example:1 HOST of server/foundation/config.ts is missing here.',
  ])
})

const caption = '// What this is.\n'
const planted = (files: Record<string, string>): string[] =>
  inWords(
    violationsIn(
      new Map(
        Object.entries(files).map(([path, source]) => [path, path.endsWith('.ts') || path.endsWith('.tsx') ? caption + source : source]),
      ),
    ),
  )
const at = (path: string, line: number, words: string) => [
  expect.stringMatching(new RegExp(`^${path.replace(/[.]/g, '\\.')}:${line} .*${words}`)),
]

test.each([
  ['a sideways import', 'server/billing/x.ts', "import { y } from '../filters/y.ts'", 'Modules never import modules'],
  ['a sideways import of a type', 'server/billing/x.ts', "import type { Y } from '../filters/y.ts'", 'Modules never import modules'],
  ['a sideways import later', 'server/billing/x.ts', "export const f = () => import('../filters/y.ts')", 'Modules never import modules'],
  ['a sideways export', 'server/billing/x.ts', "export { y } from '../filters/y.ts'", 'Modules never import modules'],
  [
    'a sideways worker',
    'server/billing/x.ts',
    "export const f = new URL('../filters/y.ts', import.meta.url)",
    'Modules never import modules',
  ],
  ['a sideways type in passing', 'server/billing/x.ts', "export type Y = import('../filters/y.ts').Y", 'Modules never import modules'],
  [
    'a module that imports a use case',
    'server/billing/x.ts',
    "import { forward } from '../use-cases/forward.ts'",
    'Only the routes and the wiring',
  ],
  [
    'a use case that imports a use case',
    'server/use-cases/answer.ts',
    "import { forward } from './forward.ts'",
    'Only the routes and the wiring',
  ],
  ['the foundation that imports a module', 'server/foundation/http/x.ts', "import { y } from '../../filters/y.ts'", 'The foundation never'],
  ['a module that imports the routes', 'server/billing/x.ts', "import { y } from '../routes.ts'", 'Nothing imports the wiring'],
  ['a server that imports the web', 'server/foundation/http/x.ts', "import { y } from '../../../web/y.ts'", 'server/ imports core/ alone'],
  [
    'a server that imports the sandbox',
    'server/foundation/http/x.ts',
    "import { y } from '../../../sandbox/y.ts'",
    'server/ imports core/ alone',
  ],
  ['an import up inside mail', 'server/mail/imap/x.ts', "import { y } from '../mailboxes/y.ts'", 'In server/mail/ imports go down'],
  ['an import across inside mail', 'server/mail/actions/x.ts', "import { y } from '../erasing/y.ts'", 'In server/mail/ imports go down'],
  ['an import up inside the web', 'web/ui/x.tsx', "import { y } from '../app/y.tsx'", 'In web/ imports go down'],
  ['an import across inside the web', 'web/admin/x.tsx', "import { y } from '../app/y.tsx'", 'In web/ imports go down'],
  ['a late import up inside the web', 'web/site/x.ts', "export const f = () => import('../routes/y.ts')", 'In web/ imports go down'],
  ['an import up inside the app', 'web/app/filters/x.tsx', "import { y } from '../messages/y.tsx'", 'In web/app/ imports go down'],
  ['a part of the app without a layer', 'web/app/elsewhere/x.ts', 'export const x = 1', 'part of web/app/ has no layer', 1],
  ['a part of the web without a layer', 'web/elsewhere/x.ts', 'export const x = 1', 'has no layer', 1],
  ['a part of mail without a layer', 'server/mail/elsewhere/x.ts', 'export const x = 1', 'has no layer', 1],
  ['an import up inside core', 'core/message/x.ts', "import { y } from '../filters/y.ts'", 'In core/ imports go down'],
  ['an import across inside core', 'core/plans/x.ts', "import type { Y } from '../words/y.ts'", 'In core/ imports go down'],
  ['a part of core without a layer', 'core/elsewhere/x.ts', 'export const x = 1', 'has no layer', 1],
  ['a file of core outside its folders', 'core/x.ts', 'export const x = 1', 'has no layer', 1],
  ['a stand-in that shares code', 'sandbox/x.ts', "import { y } from '../core/y.ts'", 'proves nothing'],
  ['a test of a stand-in that shares code', 'sandbox/x.test.ts', "import { y } from '../server/y.ts'", 'proves nothing'],
  ['a screen that imports the server', 'web/x.tsx', "import { y } from '../server/y.ts'", 'web/ imports core/ alone'],
  ['core that imports the server', 'core/x.ts', "import type { Y } from '../server/y.ts'", 'core/ imports nothing'],
  ['code that imports a fixture', 'core/text/x.ts', "import { y } from './y.fixture.ts'", 'Only tests import'],
  ['code that imports a test', 'server/billing/x.ts', "import { y } from './y.test.ts'", 'Only tests import'],
  ['a file without a layer', 'server/elsewhere.ts', 'export const x = 1', 'no layer', 1],
  ['a stray Date.now', 'server/billing/x.ts', 'export const f = () => Date.now()', 'Time and timers'],
  ['a stray new Date()', 'server/billing/x.ts', 'export const f = () => new Date()', 'Time and timers'],
  ['a stray timer', 'server/billing/x.ts', 'setTimeout(() => 1, 1)', 'Time and timers'],
  ['a timer passed on', 'server/billing/x.ts', 'export const f = [setInterval]', 'Time and timers'],
  ['a timer under another name', 'server/billing/x.ts', "import { setTimeout as wait } from 'node:timers/promises'", 'Time and timers'],
  ['the time of the database', 'server/mail/mailboxes/store.ts', 'export const f = "select now()"', 'passed to the database'],
  [
    'the time of the database in a template',
    'server/mail/mailboxes/store.ts',
    'export const f = `select ${1} where at < now()`',
    'passed to the database',
  ],
  ['SQL in a handler', 'server/mail/mailboxes/handlers.ts', "export const f = db => db.selectFrom('x')", 'SQL stands in'],
  ['SQL as text in a handler', 'server/mail/mailboxes/handlers.ts', 'export const f = sql => sql`select 1`', 'SQL stands in'],
  ['SQL beside a pool', 'server/mail/mailboxes/handlers.ts', "export const f = pool => pool.query('select 1')", 'SQL stands in'],
  ['a bare process.env', 'server/billing/x.ts', 'export const x = process.env.PORT', 'The environment'],
  ['a bracketed process env', 'server/billing/x.ts', "export const x = process['env']['PORT']", 'The environment'],
  ['pg-boss elsewhere', 'server/billing/x.ts', "import { PgBoss } from 'pg-boss'", 'pg-boss'],
  ['a cipher elsewhere', 'server/billing/x.ts', "import { createCipheriv } from 'node:crypto'", 'Keys, ciphers'],
  ['all of node:crypto', 'server/billing/x.ts', "import * as c from 'node:crypto'", 'Keys, ciphers'],
  ['a digest elsewhere', 'server/billing/x.ts', "import { createHash } from 'node:crypto'", 'Digests'],
  ['a socket elsewhere', 'server/billing/x.ts', "import net from 'node:net'", 'outgoing connection'],
  ['a fetch in the server', 'server/billing/x.ts', "export const f = () => fetch('https://x.example')", 'outgoing connection'],
  ['a call of the Graph API elsewhere', 'server/whatsapp/send.ts', "export const b = { messaging_product: 'whatsapp' }", 'Graph API'],
  ['imapflow elsewhere', 'server/billing/x.ts', "import { ImapFlow } from 'imapflow'", 'imapflow'],
  ['the key of secrets elsewhere', 'server/filters/x.ts', 'export const f = keys => keys.secretsKeyOf(1)', 'key of secrets'],
  ['a fetch on a screen', 'web/app/X.tsx', "export const f = () => fetch('/x')", "browser's network"],
  ['Node in core', 'core/x.ts', "import type { Buffer } from 'node:buffer'", 'no Node'],
  ['the browser in core', 'core/x.ts', 'export const f = () => document.title', 'no browser'],
  ['time in core', 'core/x.ts', 'export const f = () => new Date()', 'time and chance'],
  ['chance in core', 'core/x.ts', 'export const f = () => Math.random()', 'time and chance'],
  ['a barrel', 'server/mail/index.ts', 'export const x = 1', 'No index.ts', 1],
  ['a folder for anything', 'server/mail/utils/x.ts', 'export const x = 1', 'called "utils"', 1],
  ['a file for anything', 'core/helpers.ts', 'export const x = 1', 'called "helpers"', 1],
  ['an owners.ts that nobody listed', 'server/files/owners.ts', 'export const x = 1', 'List this file', 1],
  ['a component in the server', 'server/billing/x.tsx', 'export const x = 1', 'No .tsx', 1],
  ['a default export', 'server/billing/x.ts', 'export default 1', 'Exports have names'],
  ['a store for everybody', 'server/mail/mailboxes/store.ts', 'export async function f(db, id) {}', 'userId second'],
  ['a store that asks nobody', 'server/mail/mailboxes/store.ts', 'export const f = async () => 1', 'userId second'],
  [
    'a state in an SQL text',
    'server/delivery/store.ts',
    "export const f = sql`update deliveries set state = 'held'`",
    'core/delivery/states.ts',
  ],
  ['a state in a raw query', 'server/delivery/store.ts', `export const f = "select 1 where state in ('sent')"`, 'core/delivery/states.ts'],
  [
    'a list of states beside a column',
    'server/delivery/store.ts',
    "export const f = (db, userId) => db.where('state', 'in', ['held', 'queued'])",
    'core/delivery/states.ts',
  ],
  [
    'a read of another module in a text',
    'server/billing/usage-store.ts',
    'export const f = sql`select 1 from usage u, filters f`',
    'filters belongs to',
  ],
  [
    'a join in a text',
    'server/billing/usage-store.ts',
    'export const f = sql`select 1 from usage join filters on true`',
    'filters belongs to',
  ],
  [
    'a table beside a deletion',
    'server/billing/usage-store.ts',
    'export const f = sql`delete from usage using filters`',
    'filters belongs to',
  ],
  [
    'a join with another module',
    'server/billing/usage-store.ts',
    "export const f = (db, userId) => db.selectFrom('usage').leftJoin('users as u', 'u.id', 'user_id')",
    'users belongs to',
  ],
  [
    'a read by a use case',
    'server/use-cases/answer/owners.ts',
    "export const f = db => db.selectFrom(['filters as f', 'usage'])",
    'filters belongs to',
  ],
  [
    'a write to another module in a text',
    'server/billing/usage-store.ts',
    'export const f = sql`with x as (delete from filters)`',
    'Only server/filters/',
  ],
  [
    'a write to another module',
    'server/billing/usage-store.ts',
    "export const f = (db, userId) => db.updateTable('filters')",
    'Only server/filters/',
  ],
  ['a write of the ledger', 'server/use-cases/ledger/x.ts', "export const f = db => db.insertInto('filters')", 'Only server/filters/'],
  [
    'a write to any of a list',
    'server/billing/usage-store.ts',
    "export const f = (tx, userId) => ['usage', 'filters'].map(table => tx.deleteFrom(table))",
    'Only server/filters/',
  ],
  [
    'a table that is not named',
    'server/billing/usage-store.ts',
    'export const f = (tx, userId, table) => tx.deleteFrom(table)',
    'Name the tables',
  ],
  ['a table without an owner', 'server/foundation/db/migrations/002.sql', '\ncreate table strays (id uuid);', 'Give strays an owner'],
  ['a banned word in a file name', 'server/billing/deeds.ts', 'export const x = 1', 'A file name says "deeds"', 1],
  ['a banned word in an exported function', 'server/billing/x.ts', 'export function tellOwner() {}', 'tellOwner says "tell"'],
  ['a banned word in an exported type', 'core/filters/x.ts', 'export type Verdict = 1', 'Verdict says "verdict"'],
  ['a banned word of one module', 'server/delivery/x.ts', 'export const nextLine = 1', 'nextLine says "line"'],
  ['a banned word in a parameter', 'server/billing/x.ts', 'export const f = (told: string) => told', 'The name told says "told"', 1],
  ['a banned word in a property', 'core/plans/x.ts', 'export interface Plan { wishes: string }', 'The name wishes says', 1],
  ['dependencies under another name', 'server/billing/x.ts', 'export interface BillingParts {}', 'say Deps'],
  ['a file of 401 lines', 'server/billing/x.ts', 'export const x = 1\n'.repeat(400), 'over 400 lines', 400],
])('%s is reported', (_, path, source, words, line = 2) => {
  expect(planted({ [path]: source })).toEqual(expect.arrayContaining(at(path, line, words)))
})

test('an exported type is declared once', () => {
  const files = {
    'core/plans/a.ts': 'export interface Plan {}',
    'web/ui/a.ts': 'export type Plan = 1',
    'sandbox/a.ts': 'export type Plan = 1',
  }
  expect(planted(files)).toEqual(at('web/ui/a.ts', 2, 'The type Plan is exported by core/plans/a.ts too'))
})

test('a word that has another meaning elsewhere is not banned there', () => {
  expect(planted({ 'server/mail/parsing/parts.ts': 'export type LeadingParts = 1', 'web/ui/x.ts': 'export const nextLine = 1' })).toEqual(
    [],
  )
})

test('the page names files that are there', () => {
  const page = 'see `server/billing/usage-store.ts`, `server/billing/` and `server/billing/gone.ts`'
  expect(planted({ 'ARCHITECTURE.md': page, 'server/billing/usage-store.ts': 'export const x = 1' })).toEqual(
    at('ARCHITECTURE.md', 1, 'There is no server/billing/gone.ts'),
  )
})

test('a circle is reported with its way round, types and all', () => {
  const circle = planted({
    'core/text/a.ts': "import { b } from './b.ts'",
    'core/text/b.ts': "export type { C } from './c.ts'",
    'core/text/c.ts': "import type { A } from './a.ts'",
    'core/text/d.ts': "import { a } from './a.ts'",
  })
  expect(circle).toEqual(['core/text/a.ts:1 No circles: core/text/a.ts → core/text/b.ts → core/text/c.ts → core/text/a.ts.'])
})

test('a file without a caption is reported', () => {
  expect(inWords(violationsIn(new Map([['scripts/x.mjs', 'import { a } from "./a.mjs"\n']])))).toEqual(at('scripts/x.mjs', 1, 'first line'))
})

test('traces of a machine and long READMEs are reported in any file', () => {
  const home = ['', 'work', 'x'].join('/')
  expect(
    planted({
      'docs/a.md': `see ${home}`,
      'package-lock.json': ['https://registry', 'npmjs.org/x'].join('.'),
      'README.md': 'x\n'.repeat(61),
    }),
  ).toEqual([...at('docs/a.md', 1, 'No path'), ...at('package-lock.json', 1, 'No host'), ...at('README.md', 60, 'at most 60')])
  expect(planted({ 'server/foundation/db/migrations/002.sql': 'create table usage (\nat timestamptz default now()\n)' })).toEqual(
    at('server/foundation/db/migrations/002.sql', 2, 'passed to the database'),
  )
})

test.each([
  ['web/app/X.tsx', 'className="flex ml-2"'],
  ['web/app/X.tsx', 'className="-mr-px"'],
  ['web/app/X.tsx', "cx('md:left-[3px]')"],
  ['web/app/X.tsx', "'text-right'"],
  ['web/ui/x.ts', "'rounded-l-hull'"],
  ['web/ui/x.css', '  margin-left: 1px;'],
  ['web/ui/x.css', '  left: 50%;'],
  ['web/ui/x.css', '  text-align: right;'],
  ['web/ui/x.css', '  padding: 0 0 0 1rem;'],
  ['web/ui/x.css', '  border-radius: 0 10px 10px;'],
])('a side in place of a start or an end is reported: %s %s', (path, line) => {
  expect(planted({ [path]: line })).toEqual(expect.arrayContaining(at(path, path.endsWith('.css') ? 1 : 2, 'start and end')))
})

test.each([
  ['web/app/X.tsx', 'className="rtl:text-right ms-2 start-0"'],
  ['web/app/X.tsx', '// what is left-over, and how many are left'],
  ['web/ui/x.css', '  inset-inline-start: 0; margin-inline: 1px;'],
  ['web/ui/x.css', '  padding: 1px 2px 3px 2px; margin: 0 auto;'],
  ['web/ui/x.css', '  border-radius: 3px 3px 9px 9px;'],
])('a start, an end, and a side of one direction alone are fine: %s %s', (path, line) => {
  expect(planted({ [path]: line }).filter(found => found.includes('start and end'))).toEqual([])
})

test('half of the files being long, and long functions, are reported', () => {
  const long = planted({
    'core/text/a.ts': 'export const x = 1\n'.repeat(80),
    'core/text/f.ts': `export function f() {\n${'  f()\n'.repeat(39)}}`,
  })
  expect(long).toEqual([...at('core/text/a.ts', 1, 'Half of all files'), ...at('core/text/f.ts', 2, '95 of 100 functions')].slice(1))
  expect(planted({ 'core/text/a.ts': 'export const x = 1\n'.repeat(80) })).toEqual(at('core/text/a.ts', 1, 'Half of all files'))
})

test.each([
  ['words in comments and texts', 'server/billing/x.ts', "// Date.now and process.env\nexport const x = 'fetch(Date.now())'"],
  ['a name of its own', 'core/text/x.ts', 'export const f = (window: { history: number }) => window.history'],
  ['a property of that name', 'core/text/x.ts', 'export const f = (x: { fetch: number; document: number }) => x.fetch + x.document'],
  ['a date that was given', 'core/text/x.ts', 'export const f = (at: number) => new Date(at)'],
  ['SQL in a store', 'server/mail/mailboxes/store.ts', "export const f = (db, userId) => db.selectFrom('x').where('u', '=', userId)"],
  ['SQL of the ledger', 'server/use-cases/ledger/x.ts', "export const f = db => db.selectFrom('filters').innerJoin('usage', 'a', 'b')"],
  ['judging an address', 'server/billing/x.ts', "import { isIP } from 'node:net'\nexport const x = isIP('')"],
  [
    'a module inside itself',
    'server/billing/x.ts',
    "import { y } from './y.ts'\nimport { z } from '../foundation/db/z.ts'\nimport { w } from '../../core/w.ts'\nexport const x = [y, z, w]",
  ],
  [
    'a use case over modules',
    'server/use-cases/answer.ts',
    "import { y } from '../mail/y.ts'\nimport { z } from '../filters/z.ts'\nexport const x = [y, z]",
  ],
  ['a test over anything', 'server/billing/x.test.ts', "import { y } from '../../sandbox/y.ts'\nexport const x = [y, Date.now()]"],
])('%s: nothing is reported', (_, path, source) => {
  expect(planted({ [path]: source })).toEqual([])
})
