// The picture of the house, held: each rule over the whole tree, and each rule against a planted fault.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/config.ts'
import { inWords, readTree, violationsIn } from './map/check.ts'
import { ownersAndQueues } from './map/shape.ts'
import { checkSettings } from './map/texts.ts'

const root = join(import.meta.dirname, '..')
const tree = readTree(root)

// It reads every file, which takes its time on a machine that is busy.
test('the house stands as it is drawn', () => {
  expect(tree.size).toBeGreaterThan(100)
  expect(inWords(violationsIn(tree))).toEqual([])
})

test('every owners.ts and queue.ts is on the list, and nothing else', () => {
  expect([...tree.keys()].filter(path => /\/(owners|queue)\.ts$/.test(path)).sort()).toEqual(ownersAndQueues.toSorted())
})

test('.env.example names exactly the settings that are read', () => {
  expect(inWords(checkSettings(readFileSync(join(root, '.env.example'), 'utf8'), settingNames()))).toEqual([])
  expect(inWords(checkSettings('PORT=1\n# OLD=2\n', ['PORT', 'HOST']))).toEqual([
    '.env.example:2 server/config.ts does not read OLD.',
    '.env.example:1 HOST of server/config.ts is missing here.',
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
  ['a sideways import', 'server/mail/x.ts', "import { y } from '../filters/y.ts'", 'Rooms never import rooms'],
  ['a sideways import of a type', 'server/mail/x.ts', "import type { Y } from '../filters/y.ts'", 'Rooms never import rooms'],
  ['a sideways import later', 'server/mail/x.ts', "export const f = () => import('../filters/y.ts')", 'Rooms never import rooms'],
  ['a sideways export', 'server/mail/x.ts', "export { y } from '../filters/y.ts'", 'Rooms never import rooms'],
  ['a sideways worker', 'server/mail/x.ts', "export const f = new URL('../filters/y.ts', import.meta.url)", 'Rooms never import rooms'],
  ['a sideways type in passing', 'server/mail/x.ts', "export type Y = import('../filters/y.ts').Y", 'Rooms never import rooms'],
  ['a room that imports a composer', 'server/mail/x.ts', "import { forward } from '../forward.ts'", 'Only routes.ts and the wiring'],
  ['a composer that imports a composer', 'server/answer.ts', "import { forward } from './forward.ts'", 'Only routes.ts and the wiring'],
  ['ground that imports a room', 'server/http/x.ts', "import { y } from '../filters/y.ts'", 'The ground carries'],
  ['a room that imports the routes', 'server/mail/x.ts', "import { y } from '../routes.ts'", 'Nothing imports the wiring'],
  ['a server that imports the web', 'server/http/x.ts', "import { y } from '../../web/y.ts'", 'server/ stands on core/ alone'],
  ['a server that imports the sandbox', 'server/http/x.ts', "import { y } from '../../sandbox/y.ts'", 'server/ stands on core/ alone'],
  ['a stand-in that shares code', 'sandbox/x.ts', "import { y } from '../core/y.ts'", 'proves nothing'],
  ['a test of a stand-in that shares code', 'sandbox/x.test.ts', "import { y } from '../server/y.ts'", 'proves nothing'],
  ['a screen that imports the server', 'web/x.tsx', "import { y } from '../server/y.ts'", 'web/ stands on core/ alone'],
  ['core that imports the server', 'core/x.ts', "import type { Y } from '../server/y.ts'", 'core/ stands on nothing'],
  ['code that imports a test', 'server/mail/x.ts', "import { y } from './y.test.ts'", 'Nothing but tests'],
  ['a file without a floor', 'server/elsewhere.ts', 'export const x = 1', 'no floor', 1],
  ['a stray Date.now', 'server/mail/x.ts', 'export const f = () => Date.now()', 'Time and timers'],
  ['a stray new Date()', 'server/mail/x.ts', 'export const f = () => new Date()', 'Time and timers'],
  ['a stray timer', 'server/mail/x.ts', 'setTimeout(() => 1, 1)', 'Time and timers'],
  ['a timer passed on', 'server/mail/x.ts', 'export const f = [setInterval]', 'Time and timers'],
  ['a timer under another name', 'server/mail/x.ts', "import { setTimeout as wait } from 'node:timers/promises'", 'Time and timers'],
  ['the time of the database', 'server/mail/store.ts', 'export const f = "select now()"', 'passed to the database'],
  [
    'the time of the database in a template',
    'server/mail/store.ts',
    'export const f = `select ${1} where at < now()`',
    'passed to the database',
  ],
  ['SQL in a handler', 'server/mail/handlers.ts', "export const f = db => db.selectFrom('x')", 'SQL stands in'],
  ['SQL as text in a handler', 'server/mail/handlers.ts', 'export const f = sql => sql`select 1`', 'SQL stands in'],
  ['SQL beside a pool', 'server/mail/handlers.ts', "export const f = pool => pool.query('select 1')", 'SQL stands in'],
  ['a bare process.env', 'server/mail/x.ts', 'export const x = process.env.PORT', 'The environment'],
  ['a bracketed process env', 'server/mail/x.ts', "export const x = process['env']['PORT']", 'The environment'],
  ['pg-boss elsewhere', 'server/mail/x.ts', "import { PgBoss } from 'pg-boss'", 'pg-boss'],
  ['a cipher elsewhere', 'server/mail/x.ts', "import { createCipheriv } from 'node:crypto'", 'Keys, ciphers'],
  ['all of node:crypto', 'server/mail/x.ts', "import * as c from 'node:crypto'", 'Keys, ciphers'],
  ['a digest elsewhere', 'server/mail/x.ts', "import { createHash } from 'node:crypto'", 'Digests'],
  ['a socket elsewhere', 'server/mail/x.ts', "import net from 'node:net'", 'outgoing connection'],
  ['a fetch in the server', 'server/mail/x.ts', "export const f = () => fetch('https://x.example')", 'outgoing connection'],
  ['a call of the Graph API elsewhere', 'server/whatsapp/send.ts', "export const b = { messaging_product: 'whatsapp' }", 'Graph API'],
  ['imapflow elsewhere', 'server/mail/x.ts', "import { ImapFlow } from 'imapflow'", 'imapflow'],
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
  ['a component in the server', 'server/mail/x.tsx', 'export const x = 1', 'No .tsx', 1],
  ['a default export', 'server/mail/x.ts', 'export default 1', 'Exports have names'],
  ['a store for everybody', 'server/mail/store.ts', 'export async function f(db, id) {}', 'userId second'],
  ['a store that asks nobody', 'server/mail/store.ts', 'export const f = async () => 1', 'userId second'],
  ['a file of 401 lines', 'server/mail/x.ts', 'export const x = 1\n'.repeat(400), 'over 400 lines', 400],
])('%s is reported', (_, path, source, words, line = 2) => {
  expect(planted({ [path]: source })).toEqual(expect.arrayContaining(at(path, line, words)))
})

test('a circle is reported with its way round, types and all', () => {
  const circle = planted({
    'core/a.ts': "import { b } from './b.ts'",
    'core/b.ts': "export type { C } from './c.ts'",
    'core/c.ts': "import type { A } from './a.ts'",
    'core/d.ts': "import { a } from './a.ts'",
  })
  expect(circle).toEqual(['core/a.ts:1 No circles: core/a.ts → core/b.ts → core/c.ts → core/a.ts.'])
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
  expect(planted({ 'server/db/migrations/002.sql': 'create table x (\nat timestamptz default now()\n)' })).toEqual(
    at('server/db/migrations/002.sql', 2, 'passed to the database'),
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
  const long = planted({ 'core/a.ts': 'export const x = 1\n'.repeat(80), 'core/f.ts': `export function f() {\n${'  f()\n'.repeat(39)}}` })
  expect(long).toEqual([...at('core/a.ts', 1, 'Half of all files'), ...at('core/f.ts', 2, '95 of 100 functions')].slice(1))
  expect(planted({ 'core/a.ts': 'export const x = 1\n'.repeat(80) })).toEqual(at('core/a.ts', 1, 'Half of all files'))
})

test.each([
  ['words in comments and texts', 'server/mail/x.ts', "// Date.now and process.env\nexport const x = 'fetch(Date.now())'"],
  ['a name of its own', 'core/x.ts', 'export const f = (window: { history: number }) => window.history'],
  ['a property of that name', 'core/x.ts', 'export const f = (x: { fetch: number; document: number }) => x.fetch + x.document'],
  ['a date that was given', 'core/x.ts', 'export const f = (at: number) => new Date(at)'],
  ['SQL in a store', 'server/mail/store.ts', "export const f = (db, userId) => db.selectFrom('x').where('u', '=', userId)"],
  ['judging an address', 'server/mail/x.ts', "import { isIP } from 'node:net'\nexport const x = isIP('')"],
  [
    'a room inside itself',
    'server/mail/x.ts',
    "import { y } from './y.ts'\nimport { z } from '../db/z.ts'\nimport { w } from '../../core/w.ts'\nexport const x = [y, z, w]",
  ],
  [
    'a composer over rooms',
    'server/answer.ts',
    "import { y } from './mail/y.ts'\nimport { z } from './filters/z.ts'\nexport const x = [y, z]",
  ],
  ['a test over anything', 'server/mail/x.test.ts', "import { y } from '../../sandbox/y.ts'\nexport const x = [y, Date.now()]"],
])('%s: nothing is reported', (_, path, source) => {
  expect(planted({ [path]: source })).toEqual([])
})
