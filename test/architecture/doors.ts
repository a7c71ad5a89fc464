// Lists the only files that may use each restricted API or library: SQL, time, cryptography, network, imapflow and others.
import { type Code, isTest, type Violation } from './code.ts'

interface Door {
  rule: string
  /** Where the rule holds; tests are free. */
  within: string[]
  /** Exact paths, folders with a slash at the end, or `**` and the end of a path. */
  open: string[]
  tokens: string[]
}

const sqlFiles = [
  '**/store.ts',
  '**-store.ts',
  '**/owners.ts',
  '**-owners.ts',
  '**/queue.ts',
  '**-queue.ts',
  'server/use-cases/ledger/',
  'server/use-cases/admin/',
  'server/foundation/db/',
]
const everywhere = ['server/', 'core/', 'web/']

const namesOf = (module: string, names: string[]): string[] => names.map(name => `${module}:${name}`)
const ciphers = `
  createCipheriv createDecipheriv createHmac createSign createVerify sign createSecretKey createPrivateKey createPublicKey
  generateKey generateKeySync generateKeyPair generateKeyPairSync hkdf hkdfSync pbkdf2 pbkdf2Sync scrypt scryptSync
  randomBytes randomInt randomUUID randomFillSync timingSafeEqual webcrypto subtle default *`
  .trim()
  .split(/\s+/)
// Checking an address (`isIP`, `BlockList`) connects to nothing.
const connecting = [
  ...['net', 'tls', 'http', 'https', 'http2'].flatMap(name =>
    namesOf(`node:${name}`, [
      'connect',
      'createConnection',
      'Socket',
      'TLSSocket',
      'createServer',
      'request',
      'get',
      'Agent',
      'default',
      '*',
    ]),
  ),
  'import node:dns',
  'import node:dns/promises',
  'import node:dgram',
  'import undici',
]

export const doors: Door[] = [
  {
    rule: 'The environment is read in server/foundation/config.ts alone.',
    within: everywhere,
    open: ['server/foundation/config.ts'],
    tokens: ['process.env', 'import node:process', 'import process'],
  },
  {
    rule: 'SQL stands in store.ts, owners.ts, queue.ts, ledger/, admin/ and db/ alone.',
    within: ['server/'],
    open: sqlFiles,
    tokens: [
      '.selectFrom',
      '.insertInto',
      '.updateTable',
      '.deleteFrom',
      '.mergeInto',
      'sql``',
      'kysely:sql',
      'pool.query',
      'client.query',
      'db.query',
      'import pg',
    ],
  },
  {
    rule: 'Time and timers come from server/foundation/clock.ts.',
    within: ['server/'],
    open: ['server/foundation/clock.ts'],
    tokens: [
      'Date.now',
      'new Date()',
      'setTimeout',
      'setInterval',
      'performance.now',
      'import node:timers',
      'import node:timers/promises',
      'import node:perf_hooks',
    ],
  },
  {
    rule: 'The time is passed to the database, never asked of it.',
    within: ['server/'],
    // Two compare the database's clock with ours. Leases are the exception: hosts whose clocks differ must agree on them.
    open: [
      'server/use-cases/doctor/service-owners.ts',
      'server/foundation/db/follow-clock.ts',
      'server/mail/mailboxes/owners.ts',
      'server/filters/past-runs/',
      'server/mail/mailboxes/oauth/owners.ts',
    ],
    tokens: ['sql now()'],
  },
  {
    rule: 'pg-boss is behind server/foundation/jobs.ts.',
    within: everywhere,
    open: ['server/foundation/jobs.ts'],
    tokens: ['import pg-boss'],
  },
  {
    rule: 'Keys, ciphers and random bytes come from server/foundation/seal.ts.',
    within: ['server/'],
    // The password of the embedded database: the ground below the seal.
    open: ['server/foundation/seal.ts', 'server/foundation/db/embedded/'],
    tokens: [...namesOf('node:crypto', ciphers), 'crypto.subtle', 'crypto.randomUUID', 'crypto.getRandomValues'],
  },
  {
    rule: 'Digests come from server/foundation/seal.ts.',
    within: ['server/'],
    // Names of statements and folders, and sums over streams: nothing that guards anything.
    open: ['server/foundation/seal.ts', 'server/foundation/db/pool.ts', 'server/foundation/db/archive/', 'server/foundation/db/embedded/'],
    tokens: namesOf('node:crypto', ['createHash', 'hash']),
  },
  {
    rule: 'Every outgoing connection goes through server/foundation/outside.ts.',
    within: ['server/'],
    // The embedded database looks for a free port of this machine.
    open: ['server/foundation/outside.ts', 'server/foundation/db/embedded/'],
    tokens: [...connecting, 'fetch', 'WebSocket', 'XMLHttpRequest', 'globalThis.fetch'],
  },
  {
    rule: 'nodemailer is behind server/foundation/mailer.ts and server/mail/outgoing/submit.ts.',
    within: ['server/'],
    open: ['server/foundation/mailer.ts', 'server/mail/outgoing/submit.ts'],
    tokens: ['import nodemailer', 'import nodemailer/lib/smtp-connection', 'import nodemailer/lib/xoauth2'],
  },
  {
    rule: 'web-push is behind server/account/push/web-push.ts.',
    within: ['server/'],
    open: ['server/account/push/web-push.ts'],
    tokens: ['import web-push'],
  },
  {
    rule: 'The Graph API is called in server/whatsapp/client.ts alone.',
    within: ['server/'],
    open: ['server/whatsapp/client.ts'],
    tokens: ['messaging_product:', '.messaging_product'],
  },
  { rule: 'imapflow is behind server/mail/imap/.', within: everywhere, open: ['server/mail/imap/'], tokens: ['import imapflow'] },
  {
    rule: 'Stripe is behind server/billing/stripe/client.ts.',
    within: everywhere,
    open: ['server/billing/stripe/client.ts'],
    tokens: ['import stripe'],
  },
  {
    rule: 'The key of secrets is used in mail/ alone.',
    within: ['server/'],
    open: ['server/mail/', 'server/foundation/db/keys.ts'],
    tokens: ['.secretsKeyOf', 'secretsKeyOf'],
  },
  {
    rule: "The browser's network is behind web/api.ts.",
    within: ['web/'],
    // The service worker hands navigations on.
    open: ['web/api.ts', 'web/public/sw.js'],
    tokens: ['fetch', 'window.fetch', 'globalThis.fetch', 'XMLHttpRequest', 'navigator.sendBeacon'],
  },
  { rule: 'core/ is pure: no Node.', within: ['core/'], open: [], tokens: ['process', 'Buffer', 'require', 'global'] },
  {
    rule: 'core/ is pure: no browser.',
    within: ['core/'],
    open: [],
    tokens: [
      'document',
      'window',
      'localStorage',
      'sessionStorage',
      'navigator',
      'location',
      'history',
      'fetch',
      'XMLHttpRequest',
      'alert',
      'indexedDB',
    ],
  },
  {
    rule: 'core/ is pure: time and chance are arguments.',
    within: ['core/'],
    open: [],
    tokens: [
      'Date.now',
      'new Date()',
      'performance.now',
      'setTimeout',
      'setInterval',
      'Math.random',
      'crypto.randomUUID',
      'crypto.getRandomValues',
      'crypto.subtle',
    ],
  },
]

export function checkDoors(codes: Code[]): Violation[] {
  return codes.filter(code => !isTest(code.path)).flatMap(code => [...doors.flatMap(door => throughOther(door, code)), ...nodeInCore(code)])
}

function throughOther(door: Door, { path, uses }: Code): Violation[] {
  if (!door.within.some(place => isAt(path, place)) || door.open.some(place => isAt(path, place))) return []
  return uses
    .filter(use => door.tokens.includes(use.token))
    .map(({ token, line }) => ({ path, line, rule: `${door.rule} This uses ${token}.` }))
}

// Types of Node count too: in core nothing may even know of it.
function nodeInCore({ path, imports }: Code): Violation[] {
  if (!path.startsWith('core/')) return []
  return imports
    .filter(({ to }) => to.startsWith('node:'))
    .map(({ to, line }) => ({ path, line, rule: `core/ is pure: no Node. This imports ${to}.` }))
}

function isAt(path: string, place: string): boolean {
  if (place.startsWith('**')) return path.endsWith(place.slice(2))
  return place.endsWith('/') ? path.startsWith(place) : path === place
}
