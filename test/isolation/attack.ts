// Asks every route for another person's rows, as each kind of caller, and looks for anything of theirs in the answers.
import type { Chance } from '../faults/chance.ts'
import type { Person } from '../running.ts'
import { ask } from './ask.ts'
import { fill, type Route } from './routes.ts'

export interface Caller {
  name: string
  person: Person
  isStaff: boolean
}

export interface Victim {
  userId: string
  /** By the first part of the path that lists them. */
  ids: ReadonlyMap<string, string[]>
  /** Words that stand in their mail and filters alone: staff may not read them either. */
  content: string[]
  /** What staff may know: addresses and ids. */
  contact: string[]
  /** What must stay as it is. */
  state(): Promise<string>
}

export interface AttackOptions {
  url: string
  routes: Route[]
  callers: Caller[]
  victim: Victim
  chance: Chance
  count: number
  /** A bug: what the server is asked instead. */
  plant?: (request: Request) => Request
  progress?: (requests: number) => void
}

interface Request {
  caller: Caller
  route: Route
  path: string
  body: unknown
}

export interface Attacked {
  /** Answered, and not because there were too many. */
  requests: number
  /** Routes and callers that were answered. */
  pairs: number
  leaks: string[]
}

const atOnce = 6
const checkEvery = 500

export async function attack(options: AttackOptions): Promise<Attacked> {
  const { victim, count, progress } = options
  const before = await victim.state()
  const leaks = new Set<string>()
  const pairs = new Set<string>()
  let requests = 0
  let turn = 0
  while (requests < count && leaks.size < 20) {
    const asked = Array.from({ length: atOnce }, () => nextRequest(options, turn++))
    for (const found of await Promise.all(asked.map(request => send(options, request)))) {
      if (found === null) continue
      requests++
      pairs.add(found.pair)
      if (found.leak) leaks.add(found.leak)
      if (requests % checkEvery === 0) progress?.(requests)
      if (requests % checkEvery === 0 && (await victim.state()) !== before)
        leaks.add(`something of theirs had changed by request ${requests}`)
    }
  }
  if ((await victim.state()) !== before) leaks.add('something of theirs has changed')
  return { requests, pairs: pairs.size, leaks: [...leaks] }
}

/** Every route with every caller in turn, so that none is left to chance; the ids are. */
function nextRequest({ routes, callers, victim, chance }: AttackOptions, turn: number): Request {
  const route = routes[Math.floor(turn / callers.length) % routes.length]
  const caller = callers[turn % callers.length]
  if (!route || !caller) throw new Error('There is nothing to ask.')
  const section = route.path.split('/')[2] ?? ''
  const all = [victim.userId, ...[...victim.ids.values()].flat()]
  const pick = (from: string[]) => from[Math.floor(chance() * from.length)] ?? victim.userId
  const own = victim.ids.get(section)
  const newId = () => pick(own && chance() < 0.7 ? own : all)
  const path = route.path.replaceAll('{victim}', victim.userId).replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'name' ? 'taken' : newId()))
  const query = route.query.filter(() => chance() < 0.3).map(name => `${name}=${encodeURIComponent(newId())}`)
  return { caller, route, path: query.length > 0 ? `${path}?${query.join('&')}` : path, body: bodyOf(route, caller, victim, newId) }
}

/** Staff may change people, so that their changes come without what each needs: they are refused once they are let in. */
function bodyOf({ body, isForStaff }: Route, { isStaff }: Caller, victim: Victim, newId: () => string): unknown {
  if (body === null || (isForStaff && isStaff)) return undefined
  return JSON.parse(JSON.stringify(fill(body, newId)).replaceAll('{victim}', victim.userId))
}

async function send({ url, victim, plant }: AttackOptions, request: Request): Promise<{ pair: string; leak: string | null } | null> {
  const { caller, route, path, body } = plant?.(request) ?? request
  const answer = await ask(url, caller.person.token, route.method, path, body)
  if (answer.status === 429) return null
  const sent = `${path} ${JSON.stringify(body)}`
  const known = request.caller.isStaff && route.isForStaff
  // A person's own log repeats the ids that they asked for before.
  const ids = route.path.startsWith('/rest/v1/activity_logs') ? [] : [victim.userId, ...[...victim.ids.values()].flat()]
  const secrets = [...victim.content, ...(known ? [] : [...victim.contact, ...ids])]
  const shown = secrets.find(secret => answer.text.includes(secret) && !sent.includes(secret))
  const pair = `${route.method} ${route.path} as ${request.caller.name}`
  return { pair, leak: shown === undefined ? null : `${pair} answered ${answer.status} with ${shown}` }
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The ids that a person finds in their own lists, and nobody else in theirs. */
export async function harvestIds(routes: Route[], person: Person, other: Person): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { method, path, isForStaff } of routes) {
    if (method !== 'GET' || path.includes('{') || isForStaff) continue
    const [own, others] = await Promise.all([person, other].map(async one => new Set((await one.try('GET', path)).text.match(idPattern))))
    const ids = [...(own ?? [])].filter(id => !others?.has(id))
    const section = path.split('/')[2] ?? ''
    if (ids.length > 0) found.set(section, [...new Set([...(found.get(section) ?? []), ...ids])])
  }
  return found
}
