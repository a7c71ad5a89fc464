// The floors of the house and who may stand on whom.
import { type Code, isTest, type Violation } from './code.ts'

const rooms = ['auth', 'account', 'mail', 'filters', 'delivery', 'whatsapp', 'billing', 'live', 'files']
const composers = [
  'forward',
  'past-run',
  'answer',
  'notices',
  'contact',
  'onboarding',
  'disconnect',
  'leave',
  'ledger',
  'admin',
  'demo',
  'doctor',
]
const ground = ['http', 'db', 'jobs', 'seal', 'outside', 'clock', 'mailer', 'log', 'config', 'words']
const top = ['main', 'start', 'wiring', 'sweeps', 'greeting', 'routes']

interface Place {
  house: string
  floor: 'top' | 'composer' | 'room' | 'ground' | null
  /** The part of server/ that a file belongs to. */
  part: string
}

function placeOf(path: string): Place {
  const [house = '', second = ''] = path.split('/')
  const part = second.replace(/\..*$/, '')
  if (house !== 'server') return { house: path.includes('/') ? house : 'root', floor: null, part: '' }
  if (top.includes(part)) return { house, floor: 'top', part }
  if (composers.includes(part)) return { house, floor: 'composer', part }
  if (rooms.includes(part)) return { house, floor: 'room', part }
  return { house, floor: ground.includes(part) ? 'ground' : null, part }
}

const houses: Record<string, string[]> = {
  core: ['core'],
  web: ['web', 'core'],
  sandbox: ['sandbox'],
  server: ['server', 'core'],
  scripts: ['scripts', 'dist'],
}

/** Main, routes, composers, rooms, ground, core: each imports only what stands below it. */
export function checkFloors(codes: Code[]): Violation[] {
  return codes.flatMap(code => {
    const from = placeOf(code.path)
    const lost =
      from.house === 'server' && !from.floor && !isTest(code.path)
        ? [
            {
              path: code.path,
              line: 1,
              rule: 'This file has no floor: put it into a room, or into the picture in DESIGN §1 and test/map/floors.ts.',
            },
          ]
        : []
    const wrong = code.imports
      .filter(({ to }) => /\.(tsx?|mjs|js)$/.test(to) && to.includes('/'))
      .flatMap(({ to, line }) => {
        const rule = ruleBroken(code.path, from, to, placeOf(to))
        return rule ? [{ path: code.path, line, rule: `${rule} This imports ${to}.` }] : []
      })
    return [...lost, ...wrong]
  })
}

function ruleBroken(path: string, from: Place, to: string, target: Place): string | null {
  if (isTest(path) && from.house !== 'sandbox' && from.house !== 'core') return null
  if (from.house in houses && !isTest(path) && isTest(to)) return 'Nothing but tests imports tests.'
  const allowed = houses[from.house]
  if (allowed && !allowed.includes(target.house) && !(isTest(path) && target.house === 'test'))
    return houseRules[from.house] ?? 'A house keeps to itself.'
  return from.house === 'server' && !isTest(path) ? floorBroken(from, target) : null
}

const houseRules: Record<string, string> = {
  core: 'core/ stands on nothing but itself.',
  web: 'web/ stands on core/ alone.',
  sandbox: 'sandbox/ imports neither server/ nor core/: a stand-in that shares code with what it tests proves nothing.',
  server: 'server/ stands on core/ alone and never imports the sandbox or web/.',
  scripts: 'scripts/ import only each other, so that any Node runs them.',
}

function floorBroken(from: Place, to: Place): string | null {
  if (to.house !== 'server' || from.part === to.part) return null
  if (from.floor === 'room' && to.floor === 'room') return 'Rooms never import rooms: take it as an argument and let a composer bring it.'
  if (to.floor === 'composer' && from.floor !== 'top') return 'Only routes.ts and the wiring import a composer.'
  if (to.floor === 'top' && from.floor !== 'top') return 'Nothing imports the wiring.'
  if (to.floor === 'top' && to.part !== 'routes' && from.part === 'routes') return 'routes.ts stands below the wiring.'
  if (from.floor === 'ground' && to.floor !== 'ground') return 'The ground carries the rooms and never imports them.'
  return null
}
