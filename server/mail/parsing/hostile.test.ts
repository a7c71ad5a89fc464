// Tests mail servers that lie, stall and flood: each affects only its own mailbox, and no email is lost even there.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type LieName, lieNames } from '../../../sandbox/imap/lies.ts'
import { newAuthority } from '../../../test/certificates.ts'
import { testDatabase } from '../../../test/database.ts'
import { fuzz } from '../../../test/hostile-fuzz.ts'
import { type Hostile, hostileWorld, until } from '../../../test/hostile-imap.ts'

/** What the person of such a mailbox is shown at least; '' where nothing is amiss, as mail comes in spite of the lie. */
const shown: Record<LieName, string> = {
  ...{ uid_omitted: 'not_handed_over', mail_omitted: 'not_handed_over', last_mail_omitted: 'not_handed_over', uid_twice: '' },
  ...{ all_twice: '', uid_backwards: '', uid_unasked: 'not_handed_over', uid_zero: '', uid_too_large: '', uid_no_number: '' },
  ...{ exists_without_mail: 'live', search_as_of_old: '', uidnext_falls: '', uidnext_too_high: '', uidnext_missing: '' },
  ...{ uidvalidity_zero: 'not_imap', uidvalidity_missing: 'not_imap', uidvalidity_changes: '', uidvalidity_new_each_time: '' },
  ...{ literal_too_long: 'timeout', literal_too_short: 'not_handed_over', literal_one_gigabyte: 'not_imap' },
  ...{ literal_beyond_numbers: 'not_imap', literal_negative: 'not_handed_over', bye_in_literal: 'closed', body_nil: 'not_handed_over' },
  ...{ body_too_much: 'not_imap', size_too_large: '', date_wrong: '', envelope_nil: '', encoding_unknown: '', eight_bit_junk: '' },
  ...{ junk_in_place_of_mail: 'not_handed_over', nested_deeply: 'not_imap', quote_never_closed: '', bare_line_feeds: '', nul_bytes: '' },
  ...{ greeting_never: 'timeout', login_never: 'timeout', examine_never: 'timeout', silent_after_examine: 'timeout' },
  ...{ fetch_never: 'timeout', fetch_half: 'timeout', idle_black_hole: 'timeout', idle_without_end: 'timeout', never_done: 'timeout' },
  ...{ byte_a_second: 'timeout', byte_each_20_ms: 'timeout', not_imap: 'closed', bye_at_once: 'closed', hangs_up_at_once: 'closed' },
  ...{ no_to_all: 'no_inbox', bad_to_all: 'unknown', ok_without_data: 'timeout', no_to_fetch: 'unknown', no_to_search: 'closed' },
  ...{ limit: 'server_busy', unavailable: 'server_busy', too_many_connections: 'too_many_connections', closes_after_login: 'closed' },
  ...{ resets_after_login: 'closed', bye_in_idle: 'closed', half_closed: 'closed', other_tag: 'timeout', answers_ahead: 'timeout' },
  ...{
    idle_refused: '',
    idle_ends_at_once: '',
    claims_all: '',
    claims_nothing: '',
    starttls_injected: 'tls_not_offered',
    starttls_refused: 'tls_not_offered',
  },
  ...{ lines_without_end: 'flood', line_without_end: 'flood', literal_without_end: 'flood', literals_without_end: 'flood' },
  ...{ emails_without_end: 'flood', greeting_without_end: 'flood', login_without_end: 'flood', idle_without_rest: 'flood' },
  ...{ exists_storm: 'flood', expunge_storm: 'flood', expunge_burst: 'flood', uids_200_000: 'flood', vanished_range: 'flood' },
  ...{ esearch_range: 'flood', words_without_sense: 'flood', empty_lines: 'flood' },
}

/** These lie before anybody has said who they are. */
const toStrangers: LieName[] = [
  'greeting_never',
  'greeting_without_end',
  'not_imap',
  'bye_at_once',
  'starttls_injected',
  'starttls_refused',
]
const floods = lieNames.slice(lieNames.indexOf('lines_without_end'))
const others = lieNames.slice(0, lieNames.indexOf('lines_without_end'))

const { db } = await testDatabase()
const mostLagMs = 250

test.each([
  ['that lie, stall and refuse', others],
  ['that do not stop', floods],
])('servers %s delay no other mailbox, and none of their email is lost', async (_, names) => {
  const world = await hostileWorld(db, { atTheEnd: onTestFinished })
  const honest = await world.add('honest')
  const known = names.filter(name => !toStrangers.includes(name))
  const liars = await Promise.all(known.map(async name => ({ name, box: await world.add(name) })))
  expect(await until(() => [honest, ...liars.map(({ box }) => box)].every(box => box.told.has('live')))).toBe(true)
  const waitFor = async (word: string, beside: () => void = () => undefined) => {
    const began = performance.now()
    world.put(honest, word)
    beside()
    expect(await until(() => honest.got.includes(word))).toBe(true)
    return performance.now() - began
  }
  // What all connections at once cost this machine while nobody lies.
  world.server.dropAll()
  const usualMs = await waitFor('before the lies')
  for (const { name, box } of liars) world.lie(box, name)
  world.server.dropAll()
  await until(() => liars.every(({ box }) => box.told.has('closed')), 1000)
  for (const { box } of liars) box.told.clear()
  const waits: number[] = []
  for (let n = 0; n < 6; n++) {
    const toLiars = () => {
      if (n < 4) for (const { box } of liars) world.put(box, `mail ${n}`)
    }
    waits.push(await waitFor(`honest ${n}`, toLiars))
    await pause(300)
  }
  await until(() => liars.every(({ name, box }) => tells(box, shown[name])), 60_000)
  expect(world.workedMs()).toBeLessThanOrEqual(mostLagMs)
  expect(Math.max(...waits)).toBeLessThan(Math.max(20_000, 10 * usualMs))
  expect(liars.flatMap(({ name, box }) => (tells(box, shown[name]) ? [] : [`${name}: ${[...box.told].join(' ')}`]))).toEqual([])
  for (const { box } of liars) world.lie(box, null)
  world.server.dropAll()
  const wanted = [0, 1, 2, 3].map(n => `mail ${n}`)
  await until(() => liars.every(({ box }) => box.got.length >= wanted.length), 60_000)
  expect(Object.fromEntries(liars.map(({ name, box }) => [name, box.got.toSorted()]))).toEqual(
    Object.fromEntries(known.map(name => [name, wanted])),
  )
})

test.each(toStrangers)('a server of the kind "%s" is recognized, and read once it behaves', async name => {
  const authority = newAuthority()
  const { cert, key } = authority.sign('localhost')
  const security = name.startsWith('starttls') ? ('starttls' as const) : ('none' as const)
  const world = await hostileWorld(db, { atTheEnd: onTestFinished, tls: { cert, key }, ca: authority.ca })
  world.server.lie(null, name)
  const box = await world.add(name, { host: 'localhost', security })
  await until(() => tells(box, shown[name]))
  expect([...box.told].join(' ')).toMatch(shown[name] === 'flood' ? /timeout|not_imap/ : shown[name])
  expect(box.told.has('live')).toBe(false)
  world.server.lie(null, null)
  world.server.dropAll()
  expect(await until(() => box.told.has('live'))).toBe(true)
  world.put(box, 'at last')
  expect(await until(() => box.got.includes('at last'))).toBe(true)
  expect(world.workedMs()).toBeLessThanOrEqual(mostLagMs)
})

/** Whether it came too much or too late is a matter of who was quicker. */
/** A flood is cut off as soon as it is too much; whatever command was under way then names it. */
const tells = ({ told }: Hostile, what: string): boolean =>
  what === 'flood' ? ['not_imap', 'timeout', 'closed'].some(one => told.has(one)) : told.has(what || 'live')

test('hundreds of broken responses skip no email, and delay no other mailbox', async () => {
  const told = await fuzz(db, { atTheEnd: onTestFinished, seed: 1, mailboxes: 120, rounds: 8, fewest: 201 })
  expect(told).toMatchObject({ passedOver: 0, honestMissing: 0 })
  expect(told.cases).toBeGreaterThan(200)
  expect(told.lagMs).toBeLessThanOrEqual(mostLagMs)
})
