// Attacks a running server with another person's ids, by every route and caller; ISOLATION_REQUESTS asks for more than a run of all tests does.
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { seeded } from './faults/chance.ts'
import { type AttackOptions, attack, type Caller } from './isolation/attack.ts'
import { listRoutes, wires } from './isolation/routes.ts'
import { makeVictim } from './isolation/victim.ts'
import { makeKey, type Person, personOf, runProduct, signUp } from './running.ts'
import { signUpStaff } from './staff.ts'

const count = Number(process.env['ISOLATION_REQUESTS'] ?? 1500)
const seed = Number(process.env['ISOLATION_SEED'] ?? 1)
const hourMs = 3_600_000

const { db, url } = await testDatabase()
const product = await runProduct(url, {
  REQUESTS_A_MINUTE: '1000000',
  KEY_REQUESTS_A_MINUTE: '1000000',
  METRICS_TOKEN: 'a-token-for-the-figures',
})
const nobody = personOf(product, 'nobody', '')
const anna = await signUp(product, 'anna')
const routes = [...(await listRoutes(nobody)), ...wires]
const { person: ben, victim } = await makeVictim(product, db, routes, anna)
const keyOf = async (owner: Person, scope: 'read' | 'write') =>
  personOf(product, owner.email, (await makeKey(product, owner, scope)).secret)
const callers: Caller[] = [
  { name: 'no session', person: nobody, isStaff: false },
  { name: 'session', person: anna, isStaff: false },
  { name: 'factor', person: await signUpStaff(product, db, 'factor', null), isStaff: false },
  { name: 'read key', person: await keyOf(await signUp(product, 'carla'), 'read'), isStaff: false },
  { name: 'write key', person: await keyOf(anna, 'write'), isStaff: false },
  { name: 'administrator', person: await signUpStaff(product, db, 'admin', 'admin'), isStaff: true },
]
const options: AttackOptions = { ...{ url: product.url, routes, callers, victim }, count, chance: seeded(seed) }

test('nobody reaches the rows of another person by any route', { timeout: hourMs }, async () => {
  for (const kind of ['filters', 'destinations', 'mailboxes', 'messages', 'rotas', 'keys']) expect(victim.ids.get(kind), kind).toBeDefined()
  const progress = (requests: number) => void process.stderr.write(`${requests} requests\n`)
  const { requests, pairs, leaks } = await attack({ ...options, ...(count > 5000 && { progress }) })
  process.stderr.write(`isolation seed=${seed} routes=${routes.length} pairs=${pairs} requests=${requests} leaks=${leaks.length}\n`)
  expect(leaks).toEqual([])
  // Whoever had lost their session meanwhile would have been refused for nothing.
  for (const { name, person } of callers.slice(1)) expect((await person.try('GET', '/api/settings')).status, name).toBe(200)
})

test('planted: a route that does not ask whose rows it reads is found, and one that writes them', async () => {
  const asBen = (path: string) => (request: Parameters<NonNullable<AttackOptions['plant']>>[0]) =>
    request.route.path === path ? { ...request, caller: { ...request.caller, person: ben } } : request
  const routesOf = (path: string, method: string) => ({
    ...options,
    routes: routes.filter(route => route.path === path && route.method === method),
    count: 60,
  })
  const read = await attack({ ...routesOf('/api/messages/{id}', 'GET'), plant: asBen('/api/messages/{id}') })
  expect(read.leaks.join()).toMatch(/GET \/api\/messages\/\{id\} as [a-z ]+ answered 200 with/)
  const written = await attack({ ...routesOf('/api/filters/lists/{name}', 'PUT'), plant: asBen('/api/filters/lists/{name}') })
  expect(written.leaks).toContain('something of theirs has changed')
})
