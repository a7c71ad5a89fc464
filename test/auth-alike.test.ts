// Checks that every endpoint that takes an address responds alike to known and unknown ones: status, body and time.
import { expect, test } from 'vitest'
import { authServer, call, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: { ...roomy, autoconfirm: false } })
const rounds = 9
/** A busy machine says nothing in nine rounds; what is not alike is not so in three times as many either. */
const mostRounds = 27

/** Somebody with an account whose address is confirmed, who has a code in their inbox. */
async function known(): Promise<string> {
  const person = somebody()
  await server.auth.createUser(person)
  await call(server, 'POST', '/recover', { email: person.email })
  return person.email
}

/** Somebody who waits for a confirmation. */
async function waiting(): Promise<string> {
  const person = somebody()
  await call(server, 'POST', '/signup', person)
  return person.email
}

const password = 'a long enough password'

const asks: [name: string, knows: () => Promise<string>, path: string, body: (email: string) => object][] = [
  ['a wrong password', known, '/token?grant_type=password', email => ({ email, password: 'not the password' })],
  ['a wrong password before the confirmation', waiting, '/token?grant_type=password', email => ({ email, password: 'not the password' })],
  ['a sign-up', known, '/signup', email => ({ email, password })],
  ['a sign-up that waits already', waiting, '/signup', email => ({ email, password })],
  ['a recovery', known, '/recover', email => ({ email })],
  ['a mail to confirm', waiting, '/resend', email => ({ type: 'signup', email })],
  ['a mail to confirm a change', known, '/resend', email => ({ type: 'email_change', email })],
  ['a magic link', known, '/otp', email => ({ email })],
  ['a wrong code', known, '/verify', email => ({ type: 'recovery', email, token: 'abcdef' })],
  ['a wrong code before the confirmation', waiting, '/verify', email => ({ type: 'email', email, token: 'abcdef' })],
]

test.each(asks)('%s', async (_name, knows, path, body) => {
  const times = { known: [] as number[], unknown: [] as number[] }
  const shapes = { known: new Set<string>(), unknown: new Set<string>() }
  const ask = async (kind: 'known' | 'unknown') => {
    // The same work comes before both, so that what it leaves behind slows down both.
    const address = await knows()
    const email = kind === 'known' ? address : somebody().email
    const began = performance.now()
    const { status, body: answer } = await call(server, 'POST', path, body(email))
    times[kind].push(performance.now() - began)
    shapes[kind].add(`${status} ${shapeOf(answer, email)}`)
  }
  do
    for (let i = 0; i < rounds; i++)
      for (const kind of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) await ask(kind)
  while (!areAlike(times) && times.known.length < mostRounds)
  expect(shapes.known).toEqual(shapes.unknown)
  expect(shapes.known.size).toBe(1)
  expect(areAlike(times), JSON.stringify(times)).toBe(true)
})

/** The medians differ by less than each kind differs from itself, or by no more than a few milliseconds of work. */
function areAlike({ known, unknown }: Record<'known' | 'unknown', number[]>): boolean {
  const [one, two] = [quartiles(known), quartiles(unknown)]
  return Math.abs(one[1] - two[1]) < Math.max(10, one[2] - one[0], two[2] - two[0])
}

/** What is left of an answer when ids, hours and the address are left out. */
const shapeOf = (answer: unknown, email: string): string =>
  JSON.stringify(answer)
    .replaceAll(email, 'ADDRESS')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

function quartiles(values: number[]): [number, number, number] {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return [at(0.25), at(0.5), at(0.75)]
}
