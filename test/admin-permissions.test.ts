// Tests each route of the console, as the server lists them, with every role, without a second factor, and without a session.
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { consolePages, type StaffRole, staffRoles } from '../core/session/staff.ts'
import { testDatabase } from './database.ts'
import { type Person, personOf, runProduct, signUp } from './running.ts'
import { signUpStaff, withoutSecondFactor } from './staff.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url, { BILLING_PROVIDER: 'invoice', INVOICE_INSTRUCTIONS: 'Pay to IBAN 1', REQUESTS_A_MINUTE: '100000' })

const Operation = z.object({ 'x-roles': z.optional(z.array(z.enum(staffRoles))) })
const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

interface ConsoleRoute {
  method: string
  path: string
  roles: readonly StaffRole[]
}

const nobody = personOf(product, 'nobody', '')
const routes = await readRoutes()
const nowhere = '00000000-0000-4000-8000-000000000000'

async function readRoutes(): Promise<ConsoleRoute[]> {
  const { paths } = OpenApi.parse((await nobody.try('GET', '/api/openapi.json')).body)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => path.startsWith('/api/admin') || operation['x-roles'])
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, roles: operation['x-roles'] ?? [] })),
  )
}

interface Caller {
  name: string
  person: Person
  roles: readonly StaffRole[]
  hasSecondFactor: boolean
}

const user: Caller = { name: 'user, aal1', person: await signUp(product, 'user'), roles: [], hasSecondFactor: false }
const userWithFactor: Caller = {
  name: 'user, aal2',
  person: await signUpStaff(product, db, 'factor', null),
  roles: [],
  hasSecondFactor: true,
}
const staff: Caller[] = []
for (const role of staffRoles) {
  const person = await signUpStaff(product, db, role, role)
  staff.push({ name: `${role}, aal2`, person, roles: [role], hasSecondFactor: true })
  staff.push({
    name: `${role}, aal1`,
    person: await withoutSecondFactor(product, db, `${role}-alone`, role),
    roles: [role],
    hasSecondFactor: false,
  })
}
const callers: Caller[] = [{ name: 'no session', person: nobody, roles: [], hasSecondFactor: false }, user, userWithFactor, ...staff]

/** What must be answered before anything of the request is read; null where the caller is let in. */
function expectedRefusal(route: ConsoleRoute, { name, roles, hasSecondFactor }: Caller): { status: number; code: string } | null {
  if (name === 'no session') return { status: 401, code: 'not_signed_in' }
  if (roles.length === 0) return { status: 403, code: 'admins_only' }
  if (!roles.some(role => route.roles.includes(role))) return { status: 403, code: 'role_missing' }
  return hasSecondFactor ? null : { status: 403, code: 'insufficient_aal' }
}

const refusals = ['not_signed_in', 'admins_only', 'role_missing', 'insufficient_aal']

test('every route of the console lists its roles', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter(({ roles }) => roles.length === 0)).toEqual([])
  expect(routes.filter(({ roles }) => !roles.includes('admin'))).toEqual([])
})

test('the permission matrix of the console has no surprise', async () => {
  const surprises: string[] = []
  let count = 0
  for (const route of routes)
    for (const caller of callers) {
      count++
      const refusal = expectedRefusal(route, caller)
      const answer = await tryRoute(caller.person, route)
      const surprise = refusal ? answer.status !== refusal.status || answer.code !== refusal.code : refusals.includes(answer.code)
      if (surprise) surprises.push(`${route.method} ${route.path} as ${caller.name}: ${answer.status} ${answer.code}`)
    }
  process.stderr.write(
    `permission matrix: ${routes.length} routes, ${callers.length} callers, ${count} answers, ${surprises.length} surprises\n`,
  )
  expect(surprises).toEqual([])
})

test('what changes people, settings or keys is for administrators alone, and money never for support', () => {
  const writes = routes.filter(({ method }) => method !== 'GET')
  const forSupport = writes.filter(({ roles }) => roles.includes('support')).map(({ method, path }) => `${method} ${path}`)
  expect(forSupport.filter(name => /settings|sessions|roles|factors|erasures|keys|invoices|refunds|plans|coupons/.test(name))).toEqual([])
  const amounts = routes.filter(({ path }) => /costs|revenue|coupons|invoices$/.test(path) && !path.includes('/subscriptions/'))
  expect(amounts.length).toBeGreaterThan(4)
  expect(amounts.filter(({ roles }) => roles.includes('support')).map(({ path }) => path)).toEqual([])
  const forBilling = writes.filter(({ roles }) => roles.includes('billing')).map(({ path }) => path)
  expect(forBilling.filter(path => !/plan|invoice|subscription|coupon|revenue/.test(path))).toEqual([])
})

test('each page of the console is open to some role, and settings to administrators alone', () => {
  for (const page of consolePages) expect(page.roles).toContain('admin')
  expect(consolePages.find(({ name }) => name === 'settings')?.roles).toEqual(['admin'])
})

/** Nothing is sent, so that whoever is let in changes nothing; streams are left at once. */
async function tryRoute({ token }: Person, { method, path }: ConsoleRoute): Promise<{ status: number; code: string }> {
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(product.url + path.replaceAll(/\{\w+\}/g, nowhere), {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const type = answer.headers.get('content-type') ?? ''
  const body: unknown = type.includes('application/json') ? await answer.json() : await answer.body?.cancel()
  return { status: answer.status, code: String(Object(body)['code'] ?? '') }
}
